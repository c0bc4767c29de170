import { isFrozenCopy } from '../is-frozen-copy.ts';
import { isSooner } from '../is-sooner.ts';
import type { ArtifactStore } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import { createArtifactBudget } from './artifact-budget.ts';
import { createArtifactBytes } from './artifact-bytes.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import { createArtifactRecords } from './artifact-records.ts';
import { updateMetadata } from './artifact-rows.ts';
import { createArtifactWriter } from './artifact-writer.ts';
import { type Database, type Row, storageError } from './database.ts';
import { sealUnfinished } from './seal-unfinished.ts';

/** Rows contain an artifact's record; its bytes and its line index are two files. */
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
  files: ArtifactFiles,
  { nowMs, limitBytes }: { nowMs: () => number; limitBytes: number | null },
): SqliteArtifacts {
  const budget = createArtifactBudget(database, limitBytes, files.remove);
  const { insert, findLive, forget, ...records } = createArtifactRecords(database, nowMs);
  const bytes = createArtifactBytes(files, { findLive });

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

  const moveExpiry = async (
    id: string,
    decide: (expiresAt: string | null) => string | null,
    isKept: boolean,
  ) => {
    // Nothing runs in between: SQLite is synchronous here, and this process is the only one.
    const metadata = findLive(id);
    if (metadata?.state !== 'complete') return null;
    const next = { ...metadata, expiresAt: decide(metadata.expiresAt) };
    if (!updateMetadata(database, next)) return null;
    budget.setEvictable(id, !isKept && next.expiresAt !== null && !isFrozenCopy(id));
    return next;
  };

  return {
    ...records,
    ...bytes,

    async create(artifact) {
      insert(writingMetadata(artifact));
      const file = await files.openForWriting(artifact.id).catch((error: unknown) => {
        forget(artifact.id);
        throw storageError(error);
      });
      return createArtifactWriter(database, files, artifact, file, {
        remove: () => remove(artifact.id),
        countBytes: (byteLength) => budget.count(artifact.id, byteLength),
        setEvictable: () => budget.setEvictable(artifact.id, !isFrozenCopy(artifact.id)),
      });
    },

    readClock: async () => nowMs(),

    keep: (id, decide) => moveExpiry(id, decide, true),
    release: (id, decide) => moveExpiry(id, decide, false),

    async renew(id, expiresAt) {
      const metadata = findLive(id);
      if (metadata?.state !== 'complete' || !isSooner(metadata.expiresAt, expiresAt)) return null;
      const next = { ...metadata, expiresAt };
      return updateMetadata(database, next) ? next : null;
    },

    async adopt(id, owner) {
      const metadata = findLive(id);
      if (metadata?.state !== 'complete' || metadata.conversationId !== '') return null;
      const next = { ...metadata, ...owner, expiresAt: null };
      if (!updateMetadata(database, next)) return null;
      budget.setEvictable(id, false);
      return next;
    },

    delete: remove,
    readUsage: async () => budget.readUsage(),

    async deleteOfConversation(conversationId) {
      const rows = database.all('SELECT id FROM artifacts WHERE conversation_id = ?', conversationId);
      await deleteWhere(rows, forget);
    },

    sealUnfinished: (expiresAt) => sealUnfinished(database, files, expiresAt),

    async sweep() {
      const rows = database.all('SELECT id FROM artifacts WHERE has_bytes = 1 AND expires_ms <= ?', nowMs());
      await deleteWhere(rows, (id) => database.run('UPDATE artifacts SET has_bytes = 0 WHERE id = ?', id));
      // What belongs to no conversation is removed with its bytes.
      database.run("DELETE FROM artifacts WHERE has_bytes = 0 AND conversation_id = ''");
    },
  };
}
