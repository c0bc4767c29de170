import { cutText } from './cut-text.ts';
import { readTerminal } from './read-terminal.ts';
import { celledCharacters, type Screen } from './terminal-screen.ts';
import { parameterCharacters } from './terminal-sequence.ts';
import { plainTerminalText } from './terminal-text.ts';

/**
 * Terminal output as text while it streams by: joined, what `plainTerminalText` makes of the whole. Only of a line that shows
 * more than 256 KiB the start is given before its end is known: what is drawn over that afterwards stands behind it.
 */
export interface TerminalCleaner {
  /** The next piece, cut anywhere. Its work grows with the piece, whatever came before. */
  push(text: string): string;
  /** What is left at the end. */
  finish(): string;
}

const maxCharacters = 256 * 1024;

export function createTerminalCleaner(): TerminalCleaner {
  /** Of the line that has no end yet: what is not read. Of a long line that is at most a sequence that may go on. */
  let remaining = '';
  let longLine: LongLine | null = null;

  const read = (text: string): string => {
    if (longLine === null) return plainTerminalText(text);
    const lineEnd = text.indexOf('\n');
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = longLine.finish(text.slice(0, end));
    longLine = null;
    return line + plainTerminalText(text.slice(end));
  };
  return {
    push(text) {
      const unread = remaining + text;
      const end = unread.lastIndexOf('\n') + 1;
      const ended = end === 0 ? '' : read(unread.slice(0, end));
      remaining = unread.slice(end);
      if (remaining.length > celledCharacters) longLine ??= createLongLine();
      if (longLine === null) return ended;
      remaining = longLine.read(remaining);
      return ended + longLine.takeSurplus();
    },
    finish: () => read(remaining),
  };
}

interface LongLine {
  /** Returns what is to stand before the next piece. */
  read(piece: string): string;
  takeSurplus(): string;
  finish(piece: string): string;
}

/** Of a sequence that is told from its start: too long for parameters that count. */
const keptCharacters = parameterCharacters + 8;

/** A sequence that may go on: enough of it to know what it is when the rest comes, and its end, which may be its last. */
const shortened = (sequence: string): string =>
  sequence.length <= keptCharacters ? sequence : sequence.slice(0, keptCharacters) + sequence.slice(-2);

/** A line too long to be kept by its characters, read piece by piece: what is written over goes whole. */
function createLongLine(): LongLine {
  let shown = '';
  let written: string[] = [];
  let isReturned = false;
  const erase = () => {
    shown = '';
    written = [];
  };
  const screen: Screen = {
    write(text) {
      if (isReturned) erase();
      isReturned = false;
      written.push(text);
    },
    toStart: () => {
      isReturned = true;
    },
    back: () => undefined,
    eraseToEnd: () => {
      if (isReturned) erase();
    },
    eraseAll: erase,
  };
  const read = (piece: string, isEnded: boolean): string => {
    const { end } = readTerminal(piece, null, screen, isEnded);
    shown += written.join('');
    written = [];
    return shortened(piece.slice(end));
  };
  return {
    read: (piece) => read(piece, false),
    takeSurplus() {
      if (shown.length <= maxCharacters) return '';
      const surplus = cutText(shown, shown.length);
      shown = shown.slice(surplus.length);
      return surplus;
    },
    finish(piece) {
      read(piece, true);
      return shown;
    },
  };
}
