import { isSameStyle, type TerminalStyle } from './terminal-style.ts';

export interface TerminalSpan {
  text: string;
  style: TerminalStyle;
  /** Target of an OSC 8 link, http or https. The link ends with its line. */
  link: string | null;
}

/** Receives a line's characters and the few cursor moves that matter. */
export interface Screen {
  write(text: string, style: TerminalStyle, link: string | null): void;
  toStart(): void;
  back(): void;
  eraseToEnd(): void;
  eraseAll(): void;
}

/** A character with its combining marks. */
const characters = /\P{M}\p{M}*|\p{M}+/gsu;

/** Longer lines are not kept character by character: an overwrite discards all of it. */
export const celledCharacters = 64 * 1024;

/**
 * One line of a screen. It stores whole runs of text until something is overwritten, then one cell per
 * character.
 */
export function createScreenLine(length: number) {
  const isCelled = length <= celledCharacters;
  let spans: TerminalSpan[] = [];
  let cells: TerminalSpan[] | null = null;
  let column = 0;
  let isReturned = false;

  const toCells = (): TerminalSpan[] => {
    if (cells) return cells;
    cells = spans.flatMap(({ text, style, link }) =>
      (text.match(characters) ?? []).map((character) => ({ text: character, style, link })),
    );
    column = cells.length;
    return cells;
  };
  const screen: Screen = {
    write(text, style, link) {
      if (!cells) {
        if (isReturned) spans = [];
        isReturned = false;
        spans.push({ text, style, link });
        return;
      }
      for (const character of text.match(characters) ?? []) {
        cells[column] = { text: character, style, link };
        column += 1;
      }
    },
    toStart() {
      if (!isCelled) {
        isReturned = true;
        return;
      }
      toCells();
      column = 0;
    },
    back() {
      if (!isCelled) return;
      toCells();
      column = Math.max(0, column - 1);
    },
    eraseToEnd() {
      if (cells) cells.length = column;
      else if (isReturned) spans = [];
    },
    // A real cursor stays in place, but a program that erases a line rewrites it from its start.
    eraseAll() {
      cells = null;
      spans = [];
    },
  };
  return {
    ...screen,
    text: () => (cells ?? spans).map(({ text }) => text).join(''),
    spans: () => joinCells(cells ?? spans),
  };
}

function joinCells(cells: readonly TerminalSpan[]): TerminalSpan[] {
  const spans: TerminalSpan[] = [];
  let pieces: string[] = [];
  let last: TerminalSpan | null = null;
  const finish = () => {
    if (last) spans.push({ text: pieces.join(''), style: last.style, link: last.link });
    pieces = [];
  };
  for (const cell of cells) {
    const isSame = last !== null && last.link === cell.link && isSameStyle(last.style, cell.style);
    if (!isSame) finish();
    pieces.push(cell.text);
    last = cell;
  }
  finish();
  return spans;
}
