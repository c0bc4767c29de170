import { plainTerminalText } from '../core/algorithms/terminal/terminal-text.ts';
import { longestLine } from './summarizer.ts';

/** Consecutive lines. */
export interface LineBatch {
  lines: readonly string[];
  /** Displayed number of the first line. */
  from: number;
}

export interface TextLineFeed {
  /** Accepts text cut anywhere and returns the lines that are complete. */
  push(text: string): LineBatch;
  /** Returns the last line if it has no line end. */
  finish(): LineBatch;
}

/** Terminal control characters; CR is checked separately, since most texts have none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const returnInLine = /\r(?!\n)/;

/** Splits streamed text into clean lines without line ends; only the start of a very long line is kept. */
export function createTextLineFeed(firstLine: number): TextLineFeed {
  let from = firstLine;
  /** The line that is not complete yet; `null`: none has started. */
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
      // Checked once per piece, since almost none contains any.
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
