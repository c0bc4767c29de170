import { createHash } from 'node:crypto';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { createArtifactCache } from '../artifact-cache.ts';
import { joinChunks } from '../join-chunks.ts';
import type { ArtifactStore } from '../stores.ts';
import type { ArtifactRecords } from './artifact-records.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** Chunks a command fetches: 4 MiB, so that one reader of a large artifact does not block Redis. */
const chunksPerFetch = 16;

/** Reads what live artifacts contain; the chunks of complete ones are cached. */
export function createArtifactBytes(
  connection: RedisConnection,
  keys: RedisKeys,
  { findLive }: Pick<ArtifactRecords, 'findLive'>,
): Pick<ArtifactStore, 'hashBytes' | 'readBytes' | 'readIndex'> {
  const cache = createArtifactCache(limits.artifactCacheBytes);
  const fetch = (id: string, fields: readonly string[]) =>
    connection.run((redis) => redis.hmgetBuffer(keys.artifactBytes(id), ...fields));

  /** Fields of a live artifact. `null`: the field does not exist. */
  const fetchFields = async (
    { id, state }: ArtifactMetadata,
    fields: string[],
  ): Promise<(Buffer | null)[]> => {
    const cached = fields.map((field) => cache.get(id, field) ?? null);
    const missing = fields.filter((_, at) => cached[at] === null);
    if (missing.length === 0) return cached;
    const values = await fetch(id, missing);
    const fetched = new Map(missing.map((field, at) => [field, values[at] ?? null]));
    for (const [field, value] of fetched)
      if (value !== null && state === 'complete') cache.set(id, field, value);
    return fields.map((field, at) => cached[at] ?? fetched.get(field) ?? null);
  };

  return {
    async hashBytes(id) {
      const metadata = await findLive(id);
      if (metadata?.state !== 'complete') return null;
      const hash = createHash('sha256');
      const chunkCount = Math.ceil(metadata.byteLength / limits.artifactChunkBytes);
      for (let first = 0; first < chunkCount; first += chunksPerFetch) {
        const count = Math.min(chunksPerFetch, chunkCount - first);
        const fields = Array.from({ length: count }, (_, at) => String(first + at));
        // Bypasses the cache: it would verify an old read, and evict what people are viewing.
        for (const chunk of await fetch(id, fields)) {
          if (chunk === null) return null;
          hash.update(chunk);
        }
      }
      return hash.digest('hex');
    },

    async readBytes(id, start, end) {
      const metadata = await findLive(id);
      if (metadata === null) return null;
      return await joinChunks(start, Math.min(end, metadata.byteLength), (numbers) =>
        fetchFields(metadata, numbers.map(String)),
      );
    },

    async readIndex(id) {
      const metadata = await findLive(id);
      if (metadata === null || metadata.lineCount === null) return null;
      const [index] = await fetchFields(metadata, ['index']);
      return index && index.length > 0 ? index : null;
    },
  };
}
