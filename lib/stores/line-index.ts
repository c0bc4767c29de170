import { limits } from '../core/limits.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import { traitsOf } from '../core/vocabulary/artifact-types.ts';

/**
 * Where an artifact's lines start, sparsely: an entry (line number, byte offset) for the first line and then
 * for the first line start after every 256 lines or 64 KiB. So any line start is at most 64 KiB past an
 * entry, unless it is one itself: a window costs a few small reads, whatever the artifact's size and however
 * long its lines are.
 *
 * Encoding: byte 0 the text encoding, bytes 4-7 the line count, bytes 8-11 the number of indexed bytes, then
 * pairs of 32-bit little-endian integers.
 */
const linesPerEntry = 256;
export const bytesPerEntry = 64 * 1024;
const headerBytes = 12;

const textEncodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;
export type TextEncoding = (typeof textEncodings)[number];

export interface LineIndex {
  encoding: TextEncoding;
  lineCount: number;
  /** Number of indexed bytes, by which a reader of a growing artifact knows where its text ends. */
  byteLength: number;
  /** Pairs: 0-based line, byte offset of its start. */
  entries: Uint32Array;
}

export interface LineIndexer {
  push(chunk: Uint8Array): void;
  /**
   * The index of the bytes so far; during the first 64 KiB the encoding is a guess. `null`: the bytes are not
   * text.
   */
  peek(): LineIndex | null;
  /** `null`: the bytes are not text. Final. */
  finish(): LineIndex | null;
}

/**
 * Indexes streamed bytes. A file is not text if its first 64 KiB contain a NUL (outside UTF-16) or look
 * binary.
 * @param sniff detects the encoding from the first bytes; default: as for a file
 */
export function createLineIndexer(sniff: Sniff = sniffEncoding): LineIndexer {
  const state = openLineIndexer(sniff);
  return {
    push: (chunk) => pushText(state, chunk),
    peek: () => peek(state),
    finish() {
      if (state.encoding === null && !state.isBinary) decide(state);
      return snapshot(state);
    },
  };
}

const openLineIndexer = (sniff: Sniff = sniffEncoding) => ({
  sniff,
  entries: new Uint32Array(64),
  entryCount: 0,
  lines: 0,
  offset: 0,
  lineStart: 0,
  entryLine: 0,
  entryOffset: 0,
  encoding: null as TextEncoding | null,
  isBinary: false,
  sniffed: new Uint8Array(0),
  halfUnit: new Uint8Array(0),
});
type LineIndexerState = ReturnType<typeof openLineIndexer>;

function addEntry(state: LineIndexerState, line: number, byteOffset: number) {
  if (state.entryCount * 2 === state.entries.length) {
    const grown = new Uint32Array(state.entries.length * 2);
    grown.set(state.entries);
    state.entries = grown;
  }
  state.entries[state.entryCount * 2] = line;
  state.entries[state.entryCount * 2 + 1] = byteOffset;
  state.entryCount += 1;
  state.entryLine = line;
  state.entryOffset = byteOffset;
}

function startLine(state: LineIndexerState, byteOffset: number) {
  state.lines += 1;
  state.lineStart = byteOffset;
  if (state.lines - state.entryLine >= linesPerEntry || byteOffset - state.entryOffset >= bytesPerEntry)
    addEntry(state, state.lines, byteOffset);
}

function scan(state: LineIndexerState, chunk: Uint8Array) {
  if (state.offset === 0 && chunk.length > 0) addEntry(state, 0, 0);
  for (const end of newlineEnds(chunk, state.encoding ?? 'utf-8')) startLine(state, state.offset + end);
  state.offset += chunk.length;
}

/** When a chunk ends within a UTF-16 unit, keeps that half for the next chunk. */
function scanUnits(state: LineIndexerState, chunk: Uint8Array) {
  if (state.encoding === 'utf-8') return scan(state, chunk);
  const joined = concatBytes(state.halfUnit, chunk);
  const whole = joined.length - (joined.length % 2);
  state.halfUnit = joined.slice(whole);
  scan(state, joined.subarray(0, whole));
}

function decide(state: LineIndexerState) {
  state.encoding = state.sniff(state.sniffed);
  state.isBinary = state.encoding === null;
  if (!state.isBinary) scanUnits(state, state.sniffed);
  state.sniffed = new Uint8Array(0);
}

function snapshot(state: LineIndexerState): LineIndex | null {
  if (state.encoding === null) return null;
  const byteLength = state.offset + state.halfUnit.length;
  // A final newline starts no line.
  const lineCount = byteLength > state.lineStart ? state.lines + 1 : state.lines;
  return {
    encoding: state.encoding,
    lineCount,
    byteLength,
    entries: state.entries.slice(0, state.entryCount * 2),
  };
}

function pushText(state: LineIndexerState, chunk: Uint8Array) {
  if (state.isBinary) return;
  if (state.encoding !== null) return scanUnits(state, chunk);
  state.sniffed = concatBytes(state.sniffed, chunk);
  if (state.sniffed.length >= bytesPerEntry) decide(state);
}

function peek(state: LineIndexerState): LineIndex | null {
  if (state.encoding !== null || state.isBinary) return snapshot(state);
  const guess = createLineIndexer(state.sniff);
  guess.push(state.sniffed);
  return guess.finish();
}

/** Byte offsets just after each newline; in UTF-16 a newline is a whole unit, never a byte of another one. */
export function* newlineEnds(bytes: Uint8Array, encoding: TextEncoding): Generator<number> {
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (encoding === 'utf-8') yield at + 1;
    else if (encoding === 'utf-16le' && at % 2 === 0 && bytes[at + 1] === 0) yield at + 2;
    else if (encoding === 'utf-16be' && at % 2 === 1 && bytes[at - 1] === 0) yield at + 1;
  }
}

function concatBytes(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

/** Detects the text encoding of the first bytes; `null`: they are not text. */
type Sniff = (head: Uint8Array) => TextEncoding | null;

/**
 * How the encoding of an artifact is detected: terminal output is always UTF-8, since a terminal displays any
 * bytes; an image or a PDF is never text.
 */
export function sniffOf(type: ArtifactType): Sniff {
  const { hasEscapes, isBytes } = traitsOf(type);
  if (isBytes) return () => null;
  return hasEscapes ? () => 'utf-8' : sniffEncoding;
}

/**
 * The text encoding of a file's first bytes, or `null` where they are not text. A character cut off at their
 * end is ignored.
 */
export function sniffEncoding(head: Uint8Array): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head.subarray(0, bytesPerEntry).includes(0) || looksBinary(head) ? null : 'utf-8';
}

/**
 * Whether the first bytes are binary: they contain control characters that no text has, and more than a tenth
 * of them is not valid UTF-8. Without such control characters they are text in an older encoding.
 */
export function looksBinary(head: Uint8Array): boolean {
  const sample = head.subarray(0, bytesPerEntry);
  if (!sample.some(isOddControl)) return false;
  const replaced = new TextDecoder().decode(sample, { stream: true }).split('�').length - 1;
  return replaced > sample.length / 10;
}

/** Control characters except those from bell to carriage return, and escape. */
const isOddControl = (byte: number): boolean => byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);

export function encodeLineIndex(index: LineIndex): Uint8Array {
  const bytes = new Uint8Array(headerBytes + index.entries.length * 4);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, textEncodings.indexOf(index.encoding));
  view.setUint32(4, index.lineCount, true);
  view.setUint32(8, index.byteLength, true);
  // Up to half a million entries, several times a second: an iterator takes 6 times as long.
  for (let position = 0; position < index.entries.length; position += 1) {
    view.setUint32(headerBytes + position * 4, index.entries[position] ?? 0, true);
  }
  return bytes;
}

export function decodeLineIndex(bytes: Uint8Array): LineIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Uint32Array((bytes.byteLength - headerBytes) / 4);
  for (let index = 0; index < entries.length; index += 1) {
    entries[index] = view.getUint32(headerBytes + index * 4, true);
  }
  return {
    encoding: textEncodings[view.getUint8(0)] ?? 'utf-8',
    lineCount: view.getUint32(4, true),
    byteLength: view.getUint32(8, true),
    entries,
  };
}

/** Bytes to keep of a line so that it can be shown truncated: a character takes at most 4. */
export const shownLineBytes = limits.lineCharacters * 4;
