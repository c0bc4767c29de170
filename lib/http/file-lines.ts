import type { LineRange } from '../core/lines.ts';
import { newlineEnds } from '../stores/line-index.ts';

/** A line of a file without its end. */
export interface FileLine {
  /** Its start, where it is longer than what is held of a line. */
  text: string;
  byteLength: number;
  isCut: boolean;
}

/** More than is shown of a line, so that lines can be told from each other by what else they hold. */
const heldLineBytes = 64 * 1024;

/** Lines [from, to] of UTF-8 bytes that stream by, and how many lines there are in all. Reads to the end. */
export async function readFileLines(
  chunks: AsyncIterable<Uint8Array>,
  { from, to }: LineRange,
): Promise<{ lines: FileLine[]; total: number }> {
  const lines: FileLine[] = [];
  let total = 0;
  let open = newLine();

  const hold = (piece: Uint8Array) => {
    if (total + 1 >= from && total < to) {
      // Whoever reads the file may use the bytes of a piece again.
      if (open.byteLength < heldLineBytes) open.pieces.push(piece.slice(0, heldLineBytes));
      open.end = Buffer.concat([open.end, piece.subarray(-2)]).subarray(-2);
    }
    open.byteLength += piece.length;
  };
  const endLine = () => {
    total += 1;
    if (total >= from && total <= to) lines.push(lineOf(open, total));
    open = newLine();
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (const end of newlineEnds(chunk, 'utf-8')) {
      hold(chunk.subarray(start, end));
      endLine();
      start = end;
    }
    hold(chunk.subarray(start));
  }
  if (open.byteLength > 0) endLine();
  return { lines, total };
}

interface OpenLine {
  pieces: Uint8Array[];
  /** The last two bytes that came. */
  end: Uint8Array;
  byteLength: number;
}

const newLine = (): OpenLine => ({ pieces: [], end: new Uint8Array(0), byteLength: 0 });

function lineOf(line: OpenLine, number: number): FileLine {
  const byteLength = line.byteLength - endBytes(line.end);
  const held = Buffer.concat(line.pieces).subarray(0, byteLength);
  const isCut = byteLength > held.length;
  // A mark at the start of the file is not of its text; half a character at a cut is left out.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: number > 1 });
  return { text: decoder.decode(held, { stream: isCut }), byteLength, isCut };
}

function endBytes(end: Uint8Array): number {
  if (end.at(-1) !== 10) return 0;
  return end.at(-2) === 13 ? 2 : 1;
}
