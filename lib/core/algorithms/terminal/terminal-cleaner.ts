import { cutText } from '../text/cut-text.ts';
import { readTerminal } from './read-terminal.ts';
import { celledCharacters, type Screen } from './terminal-screen.ts';
import { parameterCharacters } from './terminal-sequence.ts';
import { plainTerminalText } from './terminal-text.ts';

/**
 * Terminal output as plain text while it streams; the joined pieces equal `plainTerminalText` of the whole.
 * Exception: the start of a line that shows more than 256 KiB is returned before the line ends, so text that
 * later overwrites it is appended instead.
 */
export interface TerminalCleaner {
  /** The next piece, split anywhere. Its cost grows with the piece only, whatever came before. */
  push(text: string): string;
  /** Returns the remaining text. */
  finish(): string;
}

const maxCharacters = 256 * 1024;

export function createTerminalCleaner(): TerminalCleaner {
  /** The unread part of the unfinished line; for a long line, at most a sequence that may continue. */
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
  /** Returns the text that precedes the next piece. */
  read(piece: string): string;
  takeSurplus(): string;
  finish(piece: string): string;
}

/** For a sequence that is recognised by its start: too long for meaningful parameters. */
const keptCharacters = parameterCharacters + 8;

/**
 * Shortens a sequence that may continue: keeps enough to recognise it when the rest arrives, and its last two
 * characters, which may be its end.
 */
const shortened = (sequence: string): string =>
  sequence.length <= keptCharacters ? sequence : sequence.slice(0, keptCharacters) + sequence.slice(-2);

/** A line too long to be kept by characters, read in pieces: an overwrite discards all of it. */
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
