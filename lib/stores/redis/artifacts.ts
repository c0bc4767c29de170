import type { ArtifactStore } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { ArtifactBudget, StoredBytes } from './artifact-budget.ts';
import { createArtifactBytes } from './artifact-bytes.ts';
import { artifactLocationOf, createArtifactRecords, isFrozenCopy } from './artifact-records.ts';
import { createArtifactScript, evictScript } from './artifact-scripts.ts';
import { createArtifactWriter, writingTtlMs } from './artifact-writer.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { moveExpiry } from './move-expiry.ts';

export interface RedisArtifacts extends ArtifactStore {
  deleteOfConversation(conversationId: string): Promise<void>;
}

const deletionsAtOnce = 50;

/**
 * The record stays as long as the conversation, which lists it in a set; the bytes have a separate expiry.
 * The frozen copy of a share (an artifact under the share's ID) belongs to no conversation and expires as a
 * whole.
 */
export function createArtifacts(
  connection: RedisConnection,
  keys: RedisKeys,
  budget: ArtifactBudget,
): RedisArtifacts {
  const { findLive, ...records } = createArtifactRecords(connection, keys);
  const bytes = createArtifactBytes(connection, keys, { findLive });
  const locationOf = (id: string) => artifactLocationOf(keys, id);

  const remove = async (id: string) => {
    const record = await records.get(id);
    await connection.run((redis) => redis.unlink(...locationOf(id).keys));
    await budget.forget(id);
    if (record === null || isFrozenCopy(id)) return;
    await connection.run((redis) => redis.srem(keys.artifactsOf(record.metadata.conversationId), id));
  };

  return {
    ...records,
    ...bytes,

    async create(artifact) {
      const { id, conversationId } = artifact;
      const location = locationOf(id);
      // Listed first: a record that no conversation lists would stay for ever.
      if (!isFrozenCopy(id)) {
        await connection.run((redis) => redis.sadd(keys.artifactsOf(conversationId), id));
      }
      await connection.runScript(createArtifactScript, location.keys, [
        location.expiringKeys,
        JSON.stringify(writingMetadata(artifact)),
        writingTtlMs,
      ]);
      return createArtifactWriter(connection, artifact, location, {
        remove: () => remove(id),
        countBytes: (stored) => countBytes(connection, keys, budget, id, stored),
      });
    },

    async readClock() {
      const [seconds = 0, microseconds = 0] = (await connection.run((redis) => redis.time())).map(Number);
      return seconds * 1_000 + Math.floor(microseconds / 1_000);
    },

    async moveExpiry(id, decide) {
      const moved = await moveExpiry(connection, locationOf(id), decide);
      if (moved === null) return null;
      const { metadata, isKept } = moved;
      const endsMs = metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt);
      await budget.setEnd(id, { endsMs, isEvictable: !isKept && !isFrozenCopy(id) });
      return metadata;
    },

    delete: remove,

    async deleteOfConversation(conversationId) {
      const ids = await connection.run((redis) => redis.smembers(keys.artifactsOf(conversationId)));
      for (let at = 0; at < ids.length; at += deletionsAtOnce) {
        await Promise.all(ids.slice(at, at + deletionsAtOnce).map(remove));
      }
    },
  };
}

/** Counts the bytes of an artifact that grows, and evicts others to make room for it. */
async function countBytes(
  connection: RedisConnection,
  keys: RedisKeys,
  budget: ArtifactBudget,
  id: string,
  stored: StoredBytes,
): Promise<void> {
  const isEvictable = stored.isEvictable && !isFrozenCopy(id);
  for (const evicted of await budget.count(id, { ...stored, isEvictable })) {
    const outcome = await connection.runScript(evictScript, artifactLocationOf(keys, evicted).keys, []);
    if (outcome === 'kept') await budget.setEnd(evicted, { endsMs: null, isEvictable: false });
    else await budget.forget(evicted);
  }
}
