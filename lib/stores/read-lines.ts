import type { LineRange } from '../core/algorithms/lines/lines.ts';
import { plainTerminalText } from '../core/algorithms/terminal/terminal-text.ts';
import { limits } from '../core/limits.ts';
import type { LinePart, LineWindow } from '../core/vocabulary/line-window.ts';
import {
  bytesPerEntry,
  type LineIndex,
  newlineEnds,
  shownLineBytes,
  type TextEncoding,
} from './line-index.ts';

/** Reads stored bytes [start, end). */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

export interface LinedBytes {
  readBytes: ReadBytes;
  index: LineIndex;
}

/** Lines between two entries of the index. */
interface Block {
  /** 0-based number of its first line. */
  line: number;
  lineCount: number;
  start: number;
  end: number;
  /** The first bytes of the block, which contain all of its line starts. */
  buffered: Uint8Array;
  /** Offsets of its lines, relative to `start`. */
  lineStarts: number[];
}

/**
 * The lines of a range, clamped, at most 2,000 of them and 256 KiB of text. Reads only the index blocks that
 * contain them, and of a block only as much as its line starts need, so a 50 MB line costs no more than a
 * short one. Of a terminal line that is too long because it was redrawn, returns what was drawn last.
 */
export async function readLines(
  source: LinedBytes,
  range: LineRange,
  state: LineWindow['state'],
  isTerminal = false,
): Promise<LineWindow> {
  const total = source.index.lineCount;
  const { from } = range;
  if (from > total) return { lines: [], from: total + 1, to: total, total, cut: [], state };
  const to = Math.min(range.to, total, from + limits.linesPerWindow - 1);
  const window: LineWindow = { lines: [], from, to, total, cut: [], state };
  const decoder = new TextDecoder(source.index.encoding, { ignoreBOM: true });
  let shownCharacters = 0;
  let block: Block | null = null;
  for (let line = from - 1; line < to; line += 1) {
    if (block === null || line >= block.line + block.lineCount) block = await readBlock(source, line);
    const location = await byteRangeOfLine(source, block, line);
    const current = block.buffered.subarray(
      location.start,
      Math.min(location.end, location.start + shownLineBytes),
    );
    const decoded = decoder.decode(current);
    const { text, isCut } = showLine(line === 0 ? withoutMark(decoded) : decoded);
    // Counted before the line is shortened further, since this bounds how much is read.
    shownCharacters += text.length;
    if (shownCharacters > limits.windowBytes && window.lines.length > 0) return { ...window, to: line };
    const drawn = isCut && isTerminal ? await readLastDrawn(source, block, location) : null;
    window.lines.push(drawn ?? text);
    if (isCut && drawn === null)
      window.cut.push({ line: line + 1, byteLength: location.end - location.start });
  }
  return window;
}

/**
 * What was drawn last over a line, read from its end. `null`: no redraw was found in the bytes that were
 * searched.
 */
async function readLastDrawn(
  source: LinedBytes,
  block: Block,
  { start, end }: { start: number; end: number },
): Promise<string | null> {
  const tail = await readWithin(source, block, Math.max(start, end - shownLineBytes), end);
  const drawings = new TextDecoder(source.index.encoding).decode(tail).split('\r');
  const last = drawings.findLastIndex(isVisible);
  return last < 1 ? null : showLine(drawings.slice(last).join('\r')).text;
}

/** Whether a drawing contains more than blanks and control sequences. */
const isVisible = (drawing: string): boolean => plainTerminalText(drawing).trim() !== '';

/**
 * Part of one long line, from a byte offset within it; `to` is the offset where the next part starts, never
 * within a character. `null`: there is no such line.
 */
export async function readLinePart(
  source: LinedBytes,
  line: number,
  fromByte: number,
): Promise<LinePart | null> {
  if (line > source.index.lineCount) return null;
  const block = await readBlock(source, line - 1);
  const location = await byteRangeOfLine(source, block, line - 1);
  const byteLength = location.end - location.start;
  const from = Math.min(fromByte, byteLength);
  const end = Math.min(from + limits.windowBytes, byteLength);
  const start = block.start + location.start;
  const bytes = await source.readBytes(start + from, start + end);
  const to = end === byteLength ? end : end - unfinishedBytes(bytes, source.index.encoding);
  const decoder = new TextDecoder(source.index.encoding, { ignoreBOM: true });
  const text = decoder.decode(bytes.subarray(0, to - from));
  return { text: line === 1 && from === 0 ? withoutMark(text) : text, line, from, to, byteLength };
}

/** Bytes at the end that begin a character without finishing it. */
function unfinishedBytes(bytes: Uint8Array, encoding: TextEncoding): number {
  const at = (back: number) => bytes[bytes.length - back] ?? 0;
  if (encoding !== 'utf-8') {
    const half = bytes.length % 2;
    const isHighSurrogate = (at(half + (encoding === 'utf-16le' ? 1 : 2)) & 0xfc) === 0xd8;
    return isHighSurrogate ? half + 2 : half;
  }
  for (let back = 1; back <= 3; back += 1) {
    if ((at(back) & 0xc0) === 0x80) continue;
    const characterBytes = at(back) >= 0xf0 ? 4 : at(back) >= 0xe0 ? 3 : at(back) >= 0xc0 ? 2 : 1;
    return characterBytes > back ? back : 0;
  }
  return 0;
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/**
 * The byte range [start, end) of lines, including their line ends. The range must be within the existing
 * lines.
 */
export async function locateLines(
  source: LinedBytes,
  { from, to }: LineRange,
): Promise<{ start: number; end: number }> {
  return { start: await lineStart(source, from - 1), end: await lineStart(source, to) };
}

async function lineStart(source: LinedBytes, line: number): Promise<number> {
  if (line >= source.index.lineCount) return source.index.byteLength;
  const block = await readBlock(source, line);
  return block.start + (block.lineStarts[line - block.line] ?? 0);
}

async function readBlock({ readBytes, index }: LinedBytes, line: number): Promise<Block> {
  const { byteLength } = index;
  const entry = entryBefore(index, line);
  const first = index.entries[entry * 2] ?? 0;
  const next = index.entries[entry * 2 + 2];
  const start = index.entries[entry * 2 + 1] ?? 0;
  const end = next === undefined ? byteLength : (index.entries[entry * 2 + 3] ?? byteLength);
  const lineCount = (next ?? index.lineCount) - first;
  const current = await readBytes(start, Math.min(end, start + bytesPerEntry + shownLineBytes));
  const lineStarts = [0];
  for (const newlineEnd of newlineEnds(current, index.encoding)) {
    if (lineStarts.length === lineCount) break;
    lineStarts.push(newlineEnd);
  }
  return { line: first, lineCount, start, end, buffered: current, lineStarts };
}

/** Binary search: the last index entry at or before a 0-based line; the first where there is none. */
export function entryBefore({ entries }: LineIndex, line: number): number {
  let low = 0;
  let high = entries.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((entries[middle * 2] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The byte range of a line in its block, without its line end (`\n` or `\r\n`). */
async function byteRangeOfLine(
  source: LinedBytes,
  block: Block,
  line: number,
): Promise<{ start: number; end: number }> {
  const { index } = source;
  const start = block.lineStarts[line - block.line] ?? block.buffered.length;
  const next = block.lineStarts[line - block.line + 1] ?? block.end - block.start;
  const unit = index.encoding === 'utf-8' ? 1 : 2;
  // Half a unit at the very end is never a line end, whatever its bytes look like.
  if (next % unit !== 0) return { start, end: next };
  const tail = await readWithin(source, block, Math.max(start, next - 2 * unit), next);
  return { start, end: next - lineEndBytes(tail, unit, index.encoding === 'utf-16be' ? 1 : 0) };
}

/** Bytes [start, end) of a block, read only where they are not buffered. */
async function readWithin(
  { readBytes }: LinedBytes,
  block: Block,
  start: number,
  end: number,
): Promise<Uint8Array> {
  return end <= block.buffered.length
    ? block.buffered.subarray(start, end)
    : await readBytes(block.start + start, block.start + end);
}

function lineEndBytes(tail: Uint8Array, unit: number, low: number): number {
  const isUnit = (at: number, code: number) =>
    at >= 0 && tail[at + low] === code && (unit === 1 || tail[at + 1 - low] === 0);
  if (!isUnit(tail.length - unit, 10)) return 0;
  return isUnit(tail.length - 2 * unit, 13) ? 2 * unit : unit;
}

/**
 * Shortens a line to the limit. A line that was only partly buffered has more than the limit in the buffer.
 */
function showLine(text: string): { text: string; isCut: boolean } {
  if (text.length <= limits.lineCharacters) return { text, isCut: false };
  const last = text.charCodeAt(limits.lineCharacters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, limits.lineCharacters - (splitsPair ? 1 : 0)), isCut: true };
}
