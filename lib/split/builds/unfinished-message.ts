import { codeBehind } from './code-behind.ts';
import type { Diagnostic } from './diagnostic.ts';
import { parseLocated } from './parse-located.ts';

const longestMessage = 4;
const noSymbol = 'cannot find symbol';
const symbol = /^ {2}symbol: /;
const isCount = /^\d+ (?:error|warning)s?$/;

/** Holds a diagnostic until its message is whole, for the message may go on in lines below. */
export interface UnfinishedMessage {
  begin(diagnostic: Diagnostic): void;
  /** True of a line that goes on with the message. */
  takes(text: string): boolean;
  /** Nothing more belongs to it. */
  end(): void;
}

/** mypy and clang break long messages, ghc begins them on the next line, javac names the symbol further below. */
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
          // The line of the source, and what points into it, stand between.
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
      // What was never closed was no message, but the code shown below it.
      if (current) give(current);
    },
  };
}

/** ghc says what it is alone, the rest below. */
const isHeadOnly = ({ message }: Diagnostic): boolean => /^(?:\[[\w-]+\])?$/.test(message);

/** clang sets its own lines in by six; mypy begins them at the edge, as it does the next diagnostic. */
const goesOn = ({ path }: Diagnostic, text: string): boolean =>
  path?.endsWith('.py') === true || path?.endsWith('.pyi') === true
    ? /^\S/.test(text) && parseLocated(text) === null && !text.startsWith('Found ')
    : /^ {6}\S/.test(text);
