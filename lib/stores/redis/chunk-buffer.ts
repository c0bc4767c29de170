import { limits } from '#lib/core/limits.ts';

/** Collects bytes of any size into chunks of one size; only the last may be shorter. */
export interface ChunkBuffer {
  /** The chunks that these bytes fill. The bytes are copied. */
  push(bytes: Uint8Array): Iterable<Buffer>;
  /** The remaining bytes; `null`: there are none. */
  rest(): Buffer | null;
}

export function createChunkBuffer(): ChunkBuffer {
  const size = limits.artifactChunkBytes;
  let chunk: Buffer | null = null;
  let filled = 0;
  return {
    *push(bytes) {
      for (let at = 0; at < bytes.length; ) {
        chunk ??= Buffer.allocUnsafe(size);
        const part = bytes.subarray(at, at + size - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < size) continue;
        const full = chunk;
        chunk = null;
        filled = 0;
        yield full;
      }
    },
    rest: () => chunk?.subarray(0, filled) ?? null,
  };
}
