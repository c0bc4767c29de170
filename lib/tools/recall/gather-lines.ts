import type { OpenText } from '#lib/workspace/search-text.ts';

/** Bytes kept from the start of every requested line. */
const startBytes = 1_600;
/** Bytes kept on either side of an offset in it. */
const aroundBytes = 1_000;

/** A part of a text's bytes; `from` is its offset in the text. */
export interface TextPart {
  from: number;
  bytes: Uint8Array;
}

/** What was read of a line: its start, and the bytes around the requested offsets. */
export interface GatheredLine {
  line: number;
  from: number;
  /** Length of the whole line, without its end. */
  byteLength: number;
  parts: TextPart[];
}

interface Window {
  from: number;
  to: number;
  pieces: Uint8Array[];
}

/** Reads some lines of a text in one pass, up to the last of them; of long lines only the requested parts. */
export async function gatherLines(
  open: OpenText,
  /** Requested byte offsets in the text, by line. */
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, GatheredLine>> {
  const gathered = new Map<number, GatheredLine>();
  const last = Math.max(0, ...wanted.keys());
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  let windows = windowsOf(wanted.get(1), 0);
  const endLine = (end: number) => {
    if (windows !== null) gathered.set(line, lineOf(line, lineStart, end - lineStart, windows));
    line += 1;
    lineStart = end + 1;
    windows = windowsOf(wanted.get(line), lineStart);
  };
  for await (const chunk of open()) {
    for (let at = 0; at < chunk.length && line <= last; ) {
      const lineEnd = chunk.indexOf(10, at);
      const end = lineEnd === -1 ? chunk.length : lineEnd;
      if (windows !== null) take(windows, chunk.subarray(at, end), offset + at);
      if (lineEnd !== -1) endLine(offset + lineEnd);
      at = end + 1;
    }
    offset += chunk.length;
    if (line > last) return gathered;
  }
  if (offset > lineStart) endLine(offset);
  return gathered;
}

/** `null`: the line is not requested. */
function windowsOf(offsets: readonly number[] | undefined, lineStart: number): Window[] | null {
  if (offsets === undefined) return null;
  const windows: Window[] = [{ from: lineStart, to: lineStart + startBytes, pieces: [] }];
  for (const index of offsets.toSorted((one, other) => one - other)) {
    const from = Math.max(lineStart, index - aroundBytes);
    const last = windows.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, index + aroundBytes);
    else windows.push({ from, to: index + aroundBytes, pieces: [] });
  }
  return windows;
}

function take(windows: Window[], piece: Uint8Array, from: number): void {
  for (const window of windows) {
    const start = Math.max(window.from, from);
    const end = Math.min(window.to, from + piece.length);
    // Copied, because the caller may reuse the memory of the bytes.
    if (start < end) window.pieces.push(piece.slice(start - from, end - from));
  }
}

const lineOf = (line: number, from: number, byteLength: number, windows: Window[]): GatheredLine => ({
  line,
  from,
  byteLength,
  parts: windows
    .map((window) => ({ from: window.from, bytes: Buffer.concat(window.pieces) }))
    .filter(({ bytes }, index) => index === 0 || bytes.length > 0),
});
