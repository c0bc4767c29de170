import { isFrozenCopy } from '../is-frozen-copy.ts';
import { isSooner } from '../is-sooner.ts';
import type { ArtifactStore } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { ArtifactBudget } from './artifact-budget.ts';
import { createArtifactBytes } from './artifact-bytes.ts';
import { artifactKeysOf, expiringKeysOf } from './artifact-keys.ts';
import { createArtifactRecords } from './artifact-records.ts';
import { createArtifactScript } from './artifact-scripts.ts';
import { createArtifactWriter, writingTtlMs } from './artifact-writer.ts';
import type { RedisConnection } from './connection.ts';
import { countArtifact } from './count-artifact.ts';
import type { RedisKeys } from './keys.ts';
import { moveExpiry } from './move-expiry.ts';
import { readTime } from './read-time.ts';

export interface RedisArtifacts extends ArtifactStore {
  deleteOfConversation(conversationId: string): Promise<void>;
}

const deletionsAtOnce = 50;

/**
 * The record stays as long as the conversation, which lists it in a set; the bytes have a separate expiry.
 * What belongs to no conversation expires as a whole: the frozen copy of a share (an artifact under the
 * share's ID), and what a member uploaded but has not sent.
 */
export function createArtifacts(
  connection: RedisConnection,
  keys: RedisKeys,
  budget: ArtifactBudget,
): RedisArtifacts {
  const { findLive, ...records } = createArtifactRecords(connection, keys);
  const bytes = createArtifactBytes(connection, keys, { findLive });
  const keysOf = (id: string) => artifactKeysOf(keys, id);
  /** A record that no conversation lists would stay for ever, so it is listed before it stays. */
  const listIn = (conversationId: string, id: string) =>
    connection.run((redis) => redis.sadd(keys.artifactsOf(conversationId), id));
  const unlist = (conversationId: string, id: string) =>
    connection.run((redis) => redis.srem(keys.artifactsOf(conversationId), id));

  const remove = async (id: string) => {
    const record = await records.get(id);
    await connection.run((redis) => redis.unlink(...keysOf(id)));
    await budget.forget(id);
    const conversationId = record?.metadata.conversationId ?? '';
    if (conversationId === '') return;
    await unlist(conversationId, id);
  };

  const decideExpiry = async (
    id: string,
    decide: (expiresAt: string | null) => string | null,
    isKept: boolean,
  ) => {
    const metadata = await moveExpiry(
      connection,
      keysOf(id),
      (current) => ({ ...current, expiresAt: decide(current.expiresAt) }),
      isKept,
    );
    if (metadata === null) return null;
    const endsMs = metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt);
    const isEvictable = !isKept && endsMs !== null && !isFrozenCopy(id);
    await budget.setEnd(id, { endsMs, isEvictable });
    return metadata;
  };

  return {
    ...records,
    ...bytes,

    async create(artifact) {
      const { id, conversationId } = artifact;
      if (conversationId !== '') await listIn(conversationId, id);
      await connection.runScript(createArtifactScript, keysOf(id), [
        expiringKeysOf(artifact),
        JSON.stringify(writingMetadata(artifact)),
        writingTtlMs,
      ]);
      return createArtifactWriter(connection, artifact, keysOf(id), {
        remove: () => remove(id),
        countBytes: (stored) => countArtifact(connection, keys, budget, id, stored),
      });
    },

    readClock: () => readTime(connection),

    keep: (id, decide) => decideExpiry(id, decide, true),
    release: (id, decide) => decideExpiry(id, decide, false),

    async renew(id, expiresAt) {
      const renewed = await moveExpiry(
        connection,
        keysOf(id),
        (metadata) => (isSooner(metadata.expiresAt, expiresAt) ? { ...metadata, expiresAt } : null),
        null,
      );
      if (renewed === null) return null;
      await budget.setEnd(id, { endsMs: Date.parse(expiresAt), isEvictable: null });
      return renewed;
    },

    async adopt(id, owner) {
      await listIn(owner.conversationId, id);
      const adopted = await moveExpiry(
        connection,
        keysOf(id),
        (metadata) => (metadata.conversationId === '' ? { ...metadata, ...owner, expiresAt: null } : null),
        true,
      );
      if (adopted !== null) {
        await budget.setEnd(id, { endsMs: null, isEvictable: false });
        return adopted;
      }
      const record = await records.get(id);
      if (record?.metadata.conversationId !== owner.conversationId) await unlist(owner.conversationId, id);
      return null;
    },

    delete: remove,
    readUsage: budget.readUsage,

    async deleteOfConversation(conversationId) {
      const ids = await connection.run((redis) => redis.smembers(keys.artifactsOf(conversationId)));
      for (let at = 0; at < ids.length; at += deletionsAtOnce) {
        await Promise.all(ids.slice(at, at + deletionsAtOnce).map(remove));
      }
    },
  };
}
