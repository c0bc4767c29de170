import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ArtifactMetadata, isExpired } from '../../core/artifact.ts';
import { limits } from '../../core/limits.ts';
import { problemsSchema } from '../../core/problem.ts';
import { viewFactsSchema } from '../../core/view-fact.ts';
import { createArtifactCache } from '../artifact-cache.ts';
import { joinChunks } from '../join-chunks.ts';
import type { ArtifactRecord, ArtifactStore } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { ArtifactBudget, StoredBytes } from './artifact-budget.ts';
import {
  createArtifactScript,
  evictScript,
  readMetadataScript,
  readRecordScript,
  setAssistantViewScript,
  setProblemsScript,
} from './artifact-scripts.ts';
import { type ArtifactLocation, createArtifactWriter, writingTtlMs } from './artifact-writer.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { createMetadataParser } from './metadata-parser.ts';
import { moveExpiry } from './move-expiry.ts';

export interface RedisArtifacts extends ArtifactStore {
  deleteOfConversation(conversationId: string): Promise<void>;
}

const text = z.string().nullable();
const recordReplySchema = z.tuple([text, text, text, text, text, z.number(), z.number()]);
const metadataReplySchema = z.tuple([text, z.number(), z.number()]);

/** Chunks a command fetches: 4 MiB, so that one reader of a large artifact does not block Redis. */
const chunksPerFetch = 16;
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
  const cache = createArtifactCache(limits.artifactCacheBytes);
  const parseMetadata = createMetadataParser();
  const isFrozenCopy = (id: string) => id.startsWith('shr_');
  const locationOf = (id: string): ArtifactLocation => ({
    keys: [keys.artifactBytes(id), keys.artifactRecord(id)],
    expiringKeys: isFrozenCopy(id) ? 2 : 1,
  });

  const readClock = async (): Promise<number> => {
    const [seconds = 0, microseconds = 0] = (await connection.run((redis) => redis.time())).map(Number);
    return seconds * 1_000 + Math.floor(microseconds / 1_000);
  };

  const find = async (id: string): Promise<ArtifactRecord | null> => {
    const reply = await connection.runScript(readRecordScript, locationOf(id).keys, []);
    const [json, assistantView, factsJson, problemsJson, evicted, hasBytes, nowMs] =
      recordReplySchema.parse(reply);
    if (json === null) return null;
    const metadata = parseMetadata(id, json);
    const isOver = isExpired(metadata, nowMs);
    const isGone = hasBytes === 0 || isOver;
    // A full Redis evicts keys as well, without marking them.
    const isEvicted = evicted !== null || (hasBytes === 0 && metadata.state === 'complete' && !isOver);
    return {
      metadata: isGone ? { ...metadata, state: 'expired', ...(isEvicted ? { isEvicted } : {}) } : metadata,
      assistantView,
      viewFacts: viewFactsSchema.parse(JSON.parse(factsJson ?? '[]')),
      problems: problemsSchema.parse(JSON.parse(problemsJson ?? '[]')),
    };
  };

  /**
   * Checked before each read of its bytes; the rest of the record, which may be much longer, stays in Redis.
   */
  const findLive = async (id: string): Promise<ArtifactMetadata | null> => {
    const reply = await connection.runScript(readMetadataScript, locationOf(id).keys, []);
    const [json, hasBytes, nowMs] = metadataReplySchema.parse(reply);
    if (json === null || hasBytes === 0) return null;
    const metadata = parseMetadata(id, json);
    return metadata.state === 'expired' || isExpired(metadata, nowMs) ? null : metadata;
  };

  /** Fields of a live artifact. `null`: the field does not exist. */
  const fetchFields = async (
    { id, state }: ArtifactMetadata,
    fields: string[],
  ): Promise<(Buffer | null)[]> => {
    const cached = fields.map((field) => cache.get(id, field) ?? null);
    const missing = fields.filter((_, at) => cached[at] === null);
    if (missing.length === 0) return cached;
    const values = await connection.run((redis) => redis.hmgetBuffer(keys.artifactBytes(id), ...missing));
    const fetched = new Map(missing.map((field, at) => [field, values[at] ?? null]));
    for (const [field, value] of fetched)
      if (value !== null && state === 'complete') cache.set(id, field, value);
    return fields.map((field, at) => cached[at] ?? fetched.get(field) ?? null);
  };

  /** Evicts artifacts to make room for one that has grown. */
  const makeRoom = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const outcome = await connection.runScript(evictScript, locationOf(id).keys, []);
      if (outcome === 'kept') await budget.setEnd(id, { endsMs: null, isEvictable: false });
      else await budget.forget(id);
    }
  };

  const countBytes = async (id: string, stored: StoredBytes): Promise<void> => {
    await makeRoom(await budget.count(id, stored));
  };

  const remove = async (id: string) => {
    const record = await find(id);
    await connection.run((redis) => redis.unlink(...locationOf(id).keys));
    await budget.forget(id);
    if (record === null || isFrozenCopy(id)) return;
    await connection.run((redis) => redis.srem(keys.artifactsOf(record.metadata.conversationId), id));
  };

  return {
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
        countBytes: (stored) =>
          countBytes(id, { ...stored, isEvictable: stored.isEvictable && !isFrozenCopy(id) }),
      });
    },

    get: find,

    async setAssistantView(id, text, facts) {
      await connection.runScript(setAssistantViewScript, locationOf(id).keys, [text, JSON.stringify(facts)]);
    },

    async setProblems(id, problems) {
      await connection.runScript(setProblemsScript, locationOf(id).keys, [JSON.stringify(problems)]);
    },

    readClock,

    async moveExpiry(id, decide) {
      const moved = await moveExpiry(connection, locationOf(id), decide);
      if (moved === null) return null;
      const { metadata, isKept } = moved;
      const endsMs = metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt);
      await budget.setEnd(id, { endsMs, isEvictable: !isKept && !isFrozenCopy(id) });
      return metadata;
    },

    async hashBytes(id) {
      const metadata = await findLive(id);
      if (metadata?.state !== 'complete') return null;
      const hash = createHash('sha256');
      const chunkCount = Math.ceil(metadata.byteLength / limits.artifactChunkBytes);
      for (let first = 0; first < chunkCount; first += chunksPerFetch) {
        const count = Math.min(chunksPerFetch, chunkCount - first);
        const fields = Array.from({ length: count }, (_, at) => String(first + at));
        // Bypasses the cache: it would verify an old read, and evict what people are viewing.
        const chunks = await connection.run((redis) => redis.hmgetBuffer(keys.artifactBytes(id), ...fields));
        for (const chunk of chunks) {
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

    delete: remove,

    async deleteOfConversation(conversationId) {
      const ids = await connection.run((redis) => redis.smembers(keys.artifactsOf(conversationId)));
      for (let at = 0; at < ids.length; at += deletionsAtOnce) {
        await Promise.all(ids.slice(at, at + deletionsAtOnce).map(remove));
      }
    },
  };
}
