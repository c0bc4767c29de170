import { cutText } from './cut-text.ts';

/** Cuts text that comes in any pieces into lines, without their ends (`\n` or `\r\n`). */
export interface LineFeed {
  /** The next piece. Returns the lines that have ended. */
  push(text: string): string[];
  /** The last line, where no newline ends it. */
  finish(): string[];
}

/** @param maxCharacters of a longer line its start: what stands behind is passed over, and no more of it is ever held */
export function createLineFeed(maxCharacters: number): LineFeed {
  /** Of the line that has no end yet; one character more than is given, which tells that there is more, or is its `\r`. */
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
