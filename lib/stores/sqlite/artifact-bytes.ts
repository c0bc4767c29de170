import { createHash } from 'node:crypto';
import { limits } from '#lib/core/limits.ts';
import { createArtifactCache } from '../artifact-cache.ts';
import { joinChunks } from '../join-chunks.ts';
import type { ArtifactStore } from '../stores.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import type { ArtifactRecords } from './artifact-records.ts';

/** Reads what live artifacts contain; the chunks of complete ones are cached. */
export function createArtifactBytes(
  files: ArtifactFiles,
  { findLive }: Pick<ArtifactRecords, 'findLive'>,
): Pick<ArtifactStore, 'hashBytes' | 'readBytes' | 'readIndex'> {
  const cache = createArtifactCache(limits.artifactCacheBytes);

  /** Reads a chunk of a complete artifact. */
  const readChunk = async (id: string, number: number): Promise<Buffer | null> => {
    const cached = cache.get(id, String(number));
    if (cached) return cached;
    const start = number * limits.artifactChunkBytes;
    const chunk = await files.readBytes(id, start, start + limits.artifactChunkBytes);
    if (chunk !== null) cache.set(id, String(number), chunk);
    return chunk;
  };

  return {
    async hashBytes(id) {
      const metadata = findLive(id);
      if (metadata?.state !== 'complete') return null;
      const hash = createHash('sha256');
      for (let start = 0; start < metadata.byteLength; start += limits.artifactChunkBytes) {
        const end = Math.min(metadata.byteLength, start + limits.artifactChunkBytes);
        const bytes = await files.readBytes(id, start, end);
        if (bytes === null) return null;
        hash.update(bytes);
      }
      return hash.digest('hex');
    },

    async readBytes(id, start, end) {
      const metadata = findLive(id);
      if (metadata === null) return null;
      const last = Math.min(end, metadata.byteLength);
      if (metadata.state !== 'complete') return await files.readBytes(id, start, last);
      return await joinChunks(start, last, (numbers) =>
        Promise.all(numbers.map((number) => readChunk(id, number))),
      );
    },

    async readIndex(id) {
      const metadata = findLive(id);
      return metadata === null || metadata.lineCount === null ? null : await files.readIndex(id);
    },
  };
}
