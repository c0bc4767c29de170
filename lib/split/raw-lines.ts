import { plainTerminalText } from '../core/algorithms/terminal/terminal-text.ts';
import { longestLine } from './summarizer.ts';

export interface RawLines {
  push(text: string): void;
  finish(): void;
}

/** Accepts the text of a line, as it was printed, in pieces. */
export type LineSink = (piece: string) => void;

/**
 * Splits text into lines without cutting long ones, as a reader needs that passes some of them on.
 * @param start gets the first characters of each line, clean, and decides who gets the line
 */
export function createRawLines(
  firstLine: number,
  start: (head: string, number: number) => LineSink | null,
): RawLines {
  let head = '';
  let number = firstLine;
  /** `undefined`: not decided yet. */
  let sink: LineSink | null | undefined;
  const decide = () => {
    sink = start(plainTerminalText(head.slice(0, longestLine)).trimEnd(), number);
    sink?.(head);
    head = '';
  };
  const take = (piece: string) => {
    if (sink !== undefined) {
      sink?.(piece);
      return;
    }
    head += piece;
    if (head.length > longestLine) decide();
  };
  return {
    push(text) {
      let from = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        take(text.slice(from, end));
        if (sink === undefined) decide();
        sink?.('\n');
        sink = undefined;
        number += 1;
        from = end + 1;
      }
      if (from < text.length) take(text.slice(from));
    },
    finish() {
      if (head !== '') decide();
    },
  };
}
