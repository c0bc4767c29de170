import { plainTerminalText } from '../core/terminal-text.ts';
import { longestLine } from './summarizer.ts';

/** Lines that follow each other. */
export interface LineBatch {
  lines: readonly string[];
  /** The number of the first, as people see it. */
  from: number;
}

export interface TextLineFeed {
  /** Text cut anywhere. Returns the lines that have ended. */
  push(text: string): LineBatch;
  /** The last line, if it has no end. */
  finish(): LineBatch;
}

/** What only a terminal understands; CR is looked for apart, since most texts have none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const returnInLine = /\r(?!\n)/;

/** Gives the lines of a text that streams by, clean and without their ends; of one that is very long the start alone is held. */
export function createTextLineFeed(firstLine: number): TextLineFeed {
  let from = firstLine;
  /** Of the line that has no end yet; `null`: none has begun. */
  let remaining: string | null = null;
  let isRestClean = true;

  const clean = (line: string, isClean: boolean): string => {
    const cut = line.length > longestLine ? line.slice(0, longestLine) : line;
    const text = cut.endsWith('\r') ? cut.slice(0, -1) : cut;
    return isClean ? text : plainTerminalText(text);
  };
  const batch = (lines: string[]): LineBatch => {
    const created = { lines, from };
    from += lines.length;
    return created;
  };
  return {
    push(text) {
      const lines: string[] = [];
      // Once for the piece, since nearly none has any.
      const isClean = !control.test(text) && !(text.includes('\r') && returnInLine.test(text));
      isRestClean &&= isClean;
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        const part = text.slice(start, Math.min(end, start + longestLine + 1));
        lines.push(remaining === null ? clean(part, isClean) : clean(remaining + part, isRestClean));
        remaining = null;
        isRestClean = isClean;
        start = end + 1;
      }
      if (start < text.length) {
        const part = text.slice(start, start + longestLine + 1);
        remaining = remaining === null ? part : remaining.length > longestLine ? remaining : remaining + part;
      }
      return batch(lines);
    },
    finish() {
      const last = remaining === null ? [] : [clean(remaining, false)];
      remaining = null;
      return batch(last);
    },
  };
}
