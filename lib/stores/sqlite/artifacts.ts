import { createHash } from 'node:crypto';
import { type ArtifactMetadata, isExpired } from '../../core/artifact.ts';
import { limits } from '../../core/limits.ts';
import { problemsSchema } from '../../core/problem.ts';
import { viewFactsSchema } from '../../core/view-fact.ts';
import { createArtifactCache } from '../artifact-cache.ts';
import { isSooner } from '../is-sooner.ts';
import { joinChunks } from '../join-chunks.ts';
import type { ArtifactStore } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import { createArtifactBudget } from './artifact-budget.ts';
import { createArtifactFiles } from './artifact-files.ts';
import { readMetadata, updateMetadata } from './artifact-rows.ts';
import { createArtifactWriter } from './artifact-writer.ts';
import { type Database, type Row, storageError } from './database.ts';
import { sealUnfinished } from './seal-unfinished.ts';

/** Rows contain an artifact's record; its bytes and its line index are two files under the data folder. */
export interface SqliteArtifacts extends ArtifactStore {
  deleteOfConversation(conversationId: string): Promise<void>;
  /**
   * For startup: artifacts that an ended process left unfinished are sealed as people saw them, or removed.
   */
  sealUnfinished(expiresAt: string): void;
  sweep(): Promise<void>;
}

/** @param options.limitBytes byte budget of all artifacts together; `null`: no limit besides the disk */
export function createArtifacts(
  database: Database,
  dataDir: string,
  { nowMs, limitBytes }: { nowMs: () => number; limitBytes: number | null },
): SqliteArtifacts {
  const files = createArtifactFiles(dataDir);
  const cache = createArtifactCache(limits.artifactCacheBytes);
  const budget = createArtifactBudget(database, limitBytes, files.remove);

  const insert = (metadata: ArtifactMetadata) => {
    database.run(
      'INSERT INTO artifacts (id, conversation_id, expires_ms, has_bytes, metadata) VALUES (?, ?, NULL, 1, ?)',
      metadata.id,
      metadata.conversationId,
      JSON.stringify(metadata),
    );
  };

  const liveMetadata = (id: string): ArtifactMetadata | null => {
    const row = database.get('SELECT metadata, has_bytes FROM artifacts WHERE id = ?', id);
    const metadata = row && readMetadata(row);
    return metadata && row.has_bytes === 1 && !isExpired(metadata, nowMs()) ? metadata : null;
  };

  /** Reads a chunk of a complete artifact. */
  const readChunk = async (id: string, number: number): Promise<Buffer | null> => {
    const cached = cache.get(id, String(number));
    if (cached) return cached;
    const start = number * limits.artifactChunkBytes;
    const chunk = await files.readBytes(id, start, start + limits.artifactChunkBytes);
    if (chunk !== null) cache.set(id, String(number), chunk);
    return chunk;
  };

  const forget = (id: string) => {
    database.run('DELETE FROM artifacts WHERE id = ?', id);
  };

  const remove = async (id: string) => {
    await files.remove(id);
    forget(id);
  };

  const deleteWhere = async (rows: Row[], thenMark: (id: string) => void) => {
    for (const row of rows) {
      const id = String(row.id);
      await files.remove(id);
      thenMark(id);
    }
  };

  return {
    async create(artifact) {
      insert(writingMetadata(artifact));
      const file = await files.openForWriting(artifact.id).catch((error: unknown) => {
        forget(artifact.id);
        throw storageError(error);
      });
      return createArtifactWriter(database, files, artifact, file, {
        remove: () => remove(artifact.id),
        countBytes: (byteLength) => budget.count(artifact.id, byteLength),
        setEvictable: () => budget.setEvictable(artifact.id, !artifact.id.startsWith('shr_')),
      });
    },

    async get(id) {
      const row = database.get(
        'SELECT metadata, has_bytes, assistant_view, view_facts, problems FROM artifacts WHERE id = ?',
        id,
      );
      if (!row) return null;
      const metadata = readMetadata(row);
      const isGone = row.has_bytes === 0 || isExpired(metadata, nowMs());
      const assistantView = row.assistant_view;
      return {
        metadata: isGone ? { ...metadata, state: 'expired' } : metadata,
        assistantView: assistantView === null || assistantView === undefined ? null : String(assistantView),
        viewFacts: viewFactsSchema.parse(JSON.parse(String(row.view_facts ?? '[]'))),
        problems: problemsSchema.parse(JSON.parse(String(row.problems ?? '[]'))),
      };
    },

    async setAssistantView(id, text, facts) {
      database.run(
        'UPDATE artifacts SET assistant_view = ?, view_facts = ? WHERE id = ?',
        text,
        JSON.stringify(facts),
        id,
      );
    },

    async setProblems(id, problems) {
      database.run('UPDATE artifacts SET problems = ? WHERE id = ?', JSON.stringify(problems), id);
    },

    readClock: async () => nowMs(),

    async moveExpiry(id, decide) {
      // Nothing runs in between: SQLite is synchronous here, and this process is the only one.
      const metadata = liveMetadata(id);
      if (metadata?.state !== 'complete') return null;
      const next = { ...metadata, expiresAt: decide(metadata.expiresAt) };
      if (!updateMetadata(database, next)) return null;
      budget.setEvictable(id, isSooner(next.expiresAt, metadata.expiresAt) && !id.startsWith('shr_'));
      return next;
    },

    async hashBytes(id) {
      const metadata = liveMetadata(id);
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
      const metadata = liveMetadata(id);
      if (metadata === null) return null;
      const last = Math.min(end, metadata.byteLength);
      if (metadata.state !== 'complete') return await files.readBytes(id, start, last);
      return await joinChunks(start, last, (numbers) =>
        Promise.all(numbers.map((number) => readChunk(id, number))),
      );
    },

    async readIndex(id) {
      const metadata = liveMetadata(id);
      return metadata === null || metadata.lineCount === null ? null : await files.readIndex(id);
    },

    delete: remove,

    async deleteOfConversation(conversationId) {
      const rows = database.all(
        `SELECT id FROM artifacts WHERE conversation_id = ? AND NOT ${isFrozenCopy}`,
        conversationId,
      );
      await deleteWhere(rows, forget);
    },

    sealUnfinished: (expiresAt) => sealUnfinished(database, files, expiresAt),

    async sweep() {
      const rows = database.all('SELECT id FROM artifacts WHERE has_bytes = 1 AND expires_ms <= ?', nowMs());
      await deleteWhere(rows, (id) => database.run('UPDATE artifacts SET has_bytes = 0 WHERE id = ?', id));
      database.run(`DELETE FROM artifacts WHERE has_bytes = 0 AND ${isFrozenCopy}`);
    },
  };
}

/**
 * The copy behind a share is an artifact under the share's ID: it belongs to no conversation and is removed
 * with its bytes.
 */
const isFrozenCopy = `id GLOB 'shr_*'`;
