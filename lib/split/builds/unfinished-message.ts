import { codeBehind } from './code-behind.ts';
import type { Diagnostic } from './diagnostic.ts';
import { parseLocated } from './parse-located.ts';

const longestMessage = 4;
const noSymbol = 'cannot find symbol';
const symbol = /^ {2}symbol: /;
const isCount = /^\d+ (?:error|warning)s?$/;

/** Buffers a diagnostic until its message is complete, because the message may continue on later lines. */
export interface UnfinishedMessage {
  begin(diagnostic: Diagnostic): void;
  /** @returns true for a line that continues the message */
  takes(text: string): boolean;
  /** No more lines belong to the current diagnostic. */
  end(): void;
}

/**
 * mypy and clang break long messages, ghc begins them on the next line, javac prints the symbol further
 * below.
 */
export function createUnfinishedMessage(add: (diagnostic: Diagnostic) => void): UnfinishedMessage {
  let current: Diagnostic | null = null;
  let pieces: string[] = [];
  const give = (diagnostic: Diagnostic) => {
    current = null;
    pieces = [];
    add(diagnostic);
  };
  const takesPiece = (diagnostic: Diagnostic, text: string): boolean => {
    if (!goesOn(diagnostic, text) || pieces.length >= longestMessage) return false;
    pieces.push(text.trim());
    const isWhole = codeBehind(text) !== null || (text.endsWith('?') && text.includes('did you mean '));
    if (isWhole) give({ ...diagnostic, continued: pieces });
    return true;
  };
  return {
    begin(diagnostic) {
      current = diagnostic;
      pieces = [];
    },
    takes(text) {
      if (!current) return false;
      if (current.message === noSymbol) {
        if (symbol.test(text)) give({ ...current, code: null, detail: text.trim() });
        else {
          // The source line and the caret below it come between the message and its symbol.
          pieces.push('');
          return pieces.length < longestMessage && !isCount.test(text) && parseLocated(text) === null;
        }
        return true;
      }
      if (isHeadOnly(current)) {
        give({ ...current, message: `${current.message} ${text.trim()}`.trim() });
        return true;
      }
      return takesPiece(current, text);
    },
    end() {
      // Without a closing code, the following lines were the source code shown below the message.
      if (current) give(current);
    },
  };
}

/** ghc prints only the code on the first line, and the message below. */
const isHeadOnly = ({ message }: Diagnostic): boolean => /^(?:\[[\w-]+\])?$/.test(message);

/** clang indents continuation lines by six; mypy starts them at the left margin, like the next diagnostic. */
const goesOn = ({ path }: Diagnostic, text: string): boolean =>
  path?.endsWith('.py') === true || path?.endsWith('.pyi') === true
    ? /^\S/.test(text) && parseLocated(text) === null && !text.startsWith('Found ')
    : /^ {6}\S/.test(text);
