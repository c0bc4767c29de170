import { newlineEnds } from '../stores/line-index.ts';

export interface FileRange {
  /** The bytes of the lines, including line ends; empty if the file has no line `from`. */
  bytes: Uint8Array;
  /** Number of lines in `bytes`. */
  lineCount: number;
  /** Number of lines read; equals the length of the file if the range was not filled. */
  passedLines: number;
  /** The limit ended it, not the range or the file. */
  isCut: boolean;
}

/** More than any range that can be sent to the model; the rest is left to another range. */
const rangeBytes = 2 * 1024 * 1024;

/** Lines [from, to] of streamed UTF-8 bytes, at most 2 MiB. Reads no further than necessary. */
export async function readRange(
  chunks: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): Promise<FileRange> {
  const buffered: Uint8Array[] = [];
  let maxBytes = 0;
  let line = 1;
  let endsInLine = false;
  for await (const chunk of chunks) {
    let start = line >= from ? 0 : chunk.length;
    let end = chunk.length;
    for (const newlineEnd of newlineEnds(chunk, 'utf-8')) {
      line += 1;
      if (line === from) start = newlineEnd;
      if (line <= to) continue;
      end = newlineEnd;
      break;
    }
    endsInLine = chunk.at(-1) !== 10;
    const part = chunk.subarray(start, Math.min(end, start + rangeBytes - maxBytes));
    buffered.push(part);
    maxBytes += part.length;
    if (line > to || maxBytes === rangeBytes) break;
  }
  const bytes = Buffer.concat(buffered);
  const newlines = [...newlineEnds(bytes, 'utf-8')].length;
  return {
    bytes,
    lineCount: newlines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0),
    passedLines: endsInLine ? line : line - 1,
    isCut: maxBytes === rangeBytes && line <= to,
  };
}
