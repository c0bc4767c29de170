import { cutText } from '../text/cut-text.ts';

/** Splits text that arrives in arbitrary pieces into lines, without their ends (`\n` or `\r\n`). */
export interface LineFeed {
  /**
   * Adds the next piece.
   * @returns the lines that are complete now
   */
  push(text: string): string[];
  /** @returns the last line, if no newline ended it */
  finish(): string[];
}

/** @param maxCharacters a longer line is cut to this; the rest is skipped and never buffered */
export function createLineFeed(maxCharacters: number): LineFeed {
  /**
   * The start of the unfinished line, plus one character more than is returned: it shows that there is more,
   * or is the `\r`.
   */
  let buffered = '';

  const hold = (text: string, from: number, to: number) => {
    buffered += text.slice(from, Math.min(to, from + maxCharacters + 1 - buffered.length));
  };
  const take = (): string => {
    const line = buffered;
    buffered = '';
    if (line.length > maxCharacters) return cutText(line, maxCharacters);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };

  return {
    push(text) {
      const lines: string[] = [];
      let at = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
        hold(text, at, end);
        lines.push(take());
        at = end + 1;
      }
      hold(text, at, text.length);
      return lines;
    },
    finish: () => (buffered === '' ? [] : [take()]),
  };
}
