import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

/** A line of a file without its line end. */
export interface FileLine {
  /** The line; if it is longer than the limit, its start. */
  text: string;
  byteLength: number;
  isCut: boolean;
}

/** More than is shown of a line, so that lines that differ only later can be told apart. */
const maxLineBytes = 64 * 1024;
const newline = 10;

/** Lines [from, to] of streamed UTF-8 bytes, and the total number of lines. Reads to the end. */
export async function readFileLines(
  chunks: AsyncIterable<Uint8Array>,
  { from, to }: LineRange,
): Promise<{ lines: FileLine[]; total: number }> {
  const lines: FileLine[] = [];
  /** Number of lines that have ended. */
  let ended = 0;
  let endsInLine = false;
  let open = newLine();

  const endLine = () => {
    ended += 1;
    lines.push(lineOf(open, ended));
    open = newLine();
  };
  const isWanted = () => ended + 1 >= from && ended < to;

  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (isWanted()) {
        const end = chunk.indexOf(newline, at) + 1;
        hold(open, chunk.subarray(at, end || chunk.length));
        if (end > 0) endLine();
        at = end || chunk.length;
      } else {
        const passed = passLines(chunk, at, ended < from ? from - 1 - ended : Number.POSITIVE_INFINITY);
        ended += passed.count;
        at = passed.end;
      }
    }
    if (chunk.length > 0) endsInLine = chunk.at(-1) !== newline;
  }
  if (open.byteLength > 0) endLine();
  else if (endsInLine) ended += 1;
  return { lines, total: ended };
}

/**
 * Counts at most `max` lines from an offset. There may be as many lines as bytes, so they are not processed
 * one by one.
 */
function passLines(bytes: Uint8Array, start: number, max: number): { count: number; end: number } {
  let count = 0;
  let at = start;
  for (; at < bytes.length && count < max; at += 1) if (bytes[at] === newline) count += 1;
  return { count, end: at };
}

interface OpenLine {
  pieces: Uint8Array[];
  /** The last two bytes received. */
  end: Uint8Array;
  byteLength: number;
}

const newLine = (): OpenLine => ({ pieces: [], end: new Uint8Array(0), byteLength: 0 });

function hold(line: OpenLine, piece: Uint8Array): void {
  // Copied, because the source may reuse the buffer of a piece.
  if (line.byteLength < maxLineBytes) line.pieces.push(piece.slice(0, maxLineBytes));
  line.end = Buffer.concat([line.end, piece.subarray(-2)]).subarray(-2);
  line.byteLength += piece.length;
}

function lineOf(line: OpenLine, number: number): FileLine {
  const byteLength = line.byteLength - endBytes(line.end);
  const current = Buffer.concat(line.pieces).subarray(0, byteLength);
  const isCut = byteLength > current.length;
  // A byte order mark at the start of the file is not part of its text; half a character at a cut is dropped.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: number > 1 });
  return { text: decoder.decode(current, { stream: isCut }), byteLength, isCut };
}

function endBytes(end: Uint8Array): number {
  if (end.at(-1) !== newline) return 0;
  return end.at(-2) === 13 ? 2 : 1;
}
