import { limits } from '../core/limits.ts';

/** Chunks that one command fetches: 4 MiB, so that one reader of a large artifact does not block the store. */
const chunksPerFetch = 16;

/**
 * Bytes [start, end) from chunks of `limits.artifactChunkBytes`. Within one chunk they are a view of it, not
 * a copy.
 * @param fetchChunks fetches chunks by number, starting at 0
 * @returns `null`: one of them is missing or too short
 */
export async function joinChunks(
  start: number,
  end: number,
  fetchChunks: (numbers: number[]) => Promise<(Buffer | null)[]>,
): Promise<Buffer | null> {
  if (end <= start) return Buffer.alloc(0);
  const size = limits.artifactChunkBytes;
  const parts: Buffer[] = [];
  const endChunk = Math.ceil(end / size);
  for (let first = Math.floor(start / size); first < endChunk; first += chunksPerFetch) {
    const count = Math.min(chunksPerFetch, endChunk - first);
    const chunks = await fetchChunks(Array.from({ length: count }, (_, index) => first + index));
    for (const [index, chunk] of chunks.entries()) {
      const offset = (first + index) * size;
      const partEnd = Math.min(size, end - offset);
      if (chunk === null || chunk.length < partEnd) return null;
      parts.push(chunk.subarray(Math.max(0, start - offset), partEnd));
    }
  }
  const [only, ...others] = parts;
  return only && others.length === 0 ? only : Buffer.concat(parts);
}
