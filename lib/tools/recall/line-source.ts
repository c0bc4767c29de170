import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { TextEncoding } from '#lib/stores/line-index.ts';
import { cleanTerminalChunks } from '../clean-terminal-text.ts';
import { type Mask, readableLine } from './readable-text.ts';
import type { RecallSource } from './recall-source.ts';

/** What stored bytes contain, and how to read them. */
export interface StoredText extends Pick<RecallSource, 'title' | 'firstLine' | 'lineCount' | 'byteLength'> {
  encoding: TextEncoding;
  /** For terminal output, a model reads what is left once the terminal has drawn it. */
  isTerminal: boolean;
  createMask(): Mask;
  readChunks(): AsyncIterable<Uint8Array>;
  readWindow(range: LineRange): Promise<LineWindow | null>;
}

/**
 * Lines before a range that are masked with it: the context of a secret may begin there, as with a private
 * key.
 */
const linesBefore = 64;
/** Lines after a range whose last line continues: a secret may end there. */
const linesAfter = 4;
/** The end of a truncated line may be the start of a secret. */
const unsureCharacters = 200;

/** Stored bytes as a recall reads them: cleaned and masked by every way of reading. */
export function lineSource(stored: StoredText): RecallSource {
  const { title, firstLine, lineCount, byteLength, encoding, isTerminal, createMask } = stored;
  const read = async (range: LineRange): Promise<LineWindow | null> => {
    const window = await stored.readWindow(range);
    if (window === null || !isTerminal) return window;
    return { ...window, lines: window.lines.map(plainTerminalText) };
  };
  return {
    title,
    firstLine,
    lineCount,
    byteLength,
    open() {
      const chunks = stored.readChunks();
      return readableLine(isTerminal ? cleanTerminalChunks(chunks) : chunks, encoding, createMask());
    },
    async readLines(range) {
      const window = await read(range);
      if (window === null || window.lines.length === 0) return window;
      const last = window.from + window.lines.length - 1;
      const before =
        range.from > 1
          ? await read({ from: Math.max(1, range.from - linesBefore), to: range.from - 1 })
          : null;
      const after = isContinued(window.lines) ? await read({ from: last + 1, to: last + linesAfter }) : null;
      const text = window.lines.join('\n');
      const masked = maskWithin(createMask(), before?.lines ?? [], text, after?.lines ?? []);
      if (masked === text) return window;
      const isCut = new Set(window.cut.map(({ line }) => line));
      const lines = masked
        .split('\n')
        .map((line, index) => (isCut.has(window.from + index) ? line.slice(0, -unsureCharacters) : line));
      return { ...window, lines };
    },
  };
}

const isContinued = (lines: readonly string[]): boolean => /\\\r?$/.test(lines.at(-1) ?? '');

/** Masks lines together with their neighbours, because a secret may begin above them and end below. */
function maskWithin(mask: Mask, before: readonly string[], text: string, after: readonly string[]): string {
  const masked = mask([...before, text, ...after].map((line) => `${line}\n`).join('')).split('\n');
  return masked.slice(before.length, masked.length - 1 - after.length).join('\n');
}
