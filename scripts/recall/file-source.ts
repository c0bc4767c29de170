import { open } from 'node:fs/promises';
import { bytesPerEntry, createLineIndexer, type LineIndex } from '#lib/stores/line-index.ts';
import { readLines } from '#lib/stores/read-lines.ts';
import { lineSource } from '#lib/tools/recall/line-source.ts';
import type { Mask } from '#lib/tools/recall/readable-text.ts';
import type { RecallSource } from '#lib/tools/recall/recall-source.ts';

const chunkBytes = 256 * 1024;

interface FileSource extends AsyncDisposable {
  /** `null`: it is not text. */
  source: RecallSource | null;
}

/** A file to recall from. If it contains terminal sequences, it is treated as the output of a command. */
export async function openFileSource(path: string, createMask: () => Mask): Promise<FileSource> {
  const file = await open(path);
  const { size } = await file.stat();
  const readBytes = async (start: number, end: number): Promise<Uint8Array> => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  };
  async function* readChunks() {
    for (let start = 0; start < size; start += chunkBytes) yield await readBytes(start, start + chunkBytes);
  }
  const index = await indexOf(readChunks());
  const isTerminal = drawsOnTerminal(await readBytes(0, bytesPerEntry));
  const source =
    index &&
    lineSource({
      title: path,
      firstLine: 1,
      lineCount: index.lineCount,
      byteLength: size,
      encoding: index.encoding,
      isTerminal: isTerminal && index.encoding === 'utf-8',
      createMask,
      readChunks,
      readWindow: (range) => readLines({ readBytes, index }, range, 'complete', isTerminal),
    });
  return { source, [Symbol.asyncDispose]: () => file.close() };
}

/** Whether it contains escape sequences, or a carriage return that is not part of a line end. */
function drawsOnTerminal(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString();
  return text.includes('\u001b[') || text.includes('\u001b]') || /\r[^\r\n]/.test(text);
}

async function indexOf(chunks: AsyncIterable<Uint8Array>): Promise<LineIndex | null> {
  const indexer = createLineIndexer();
  for await (const chunk of chunks) indexer.push(chunk);
  return indexer.finish();
}
