import { closeSync, fstatSync, openSync, read, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type ArtifactMetadata, artifactMetadataSchema, isExpired } from '../../core/artifact.ts';
import { createArtifactIntake } from '../artifact-intake.ts';
import type { ArtifactStore, ArtifactWriter, NewArtifact } from '../stores.ts';
import { type Database, type Row, storageError } from './database.ts';

/** Rows hold what an artifact is; its bytes and its line index are two files under the data folder. */
export interface SqliteArtifacts extends ArtifactStore {
  deleteOfConversation(conversationId: string): Promise<void>;
  /** Bytes that a process which ended left half written go at once: their records read as expired. */
  discardUnfinished(): void;
  sweep(): Promise<void>;
}

export function createArtifacts(database: Database, dataDir: string, nowMs: () => number): SqliteArtifacts {
  const pathOf = (id: string) => join(/* turbopackIgnore: true */ dataDir, 'artifacts', id.slice(-2), id);
  const indexPathOf = (id: string) => `${pathOf(id)}.index`;

  const removeFiles = async (id: string) => {
    await rm(pathOf(id), { force: true });
    await rm(indexPathOf(id), { force: true });
  };

  const insert = (metadata: ArtifactMetadata) => {
    database.run(
      'INSERT INTO artifacts (id, conversation_id, expires_ms, has_bytes, metadata) VALUES (?, ?, NULL, 1, ?)',
      metadata.id,
      metadata.conversationId,
      JSON.stringify(metadata),
    );
  };

  /** `false`: it was deleted while it was written. */
  const seal = (metadata: ArtifactMetadata): boolean =>
    database.run(
      'UPDATE artifacts SET expires_ms = ?, metadata = ? WHERE id = ?',
      metadata.expiresAt === null ? null : Date.parse(metadata.expiresAt),
      JSON.stringify(metadata),
      metadata.id,
    ).changes === 1;

  const liveMetadata = (id: string): ArtifactMetadata | null => {
    const row = database.get('SELECT metadata, has_bytes FROM artifacts WHERE id = ?', id);
    const metadata = row && readMetadata(row);
    return metadata && row.has_bytes === 1 && !isExpired(metadata, nowMs()) ? metadata : null;
  };

  const forget = (id: string) => {
    database.run('DELETE FROM artifacts WHERE id = ?', id);
  };

  const deleteWhere = async (rows: Row[], thenMark: (id: string) => void) => {
    for (const row of rows) {
      const id = String(row.id);
      await removeFiles(id);
      thenMark(id);
    }
  };

  return {
    async create(artifact) {
      insert(writingMetadata(artifact));
      const file = await openForWriting(pathOf(artifact.id)).catch((error: unknown) => {
        forget(artifact.id);
        throw storageError(error);
      });
      const intake = createArtifactIntake();
      const writer: ArtifactWriter = {
        async write(chunk) {
          const admitted = intake.admit(chunk);
          if (admitted.length > 0) await file.appendFile(admitted).catch(rethrow);
        },
        async complete(expiresAt) {
          const { index, ...found } = intake.finish();
          if (index) await writeFile(indexPathOf(artifact.id), index, { mode: 0o600 }).catch(rethrow);
          await file.close();
          const metadata: ArtifactMetadata = { ...artifact, ...found, state: 'complete', expiresAt };
          if (!seal(metadata)) await removeFiles(artifact.id);
          return metadata;
        },
        async abort() {
          await file.close();
          await removeFiles(artifact.id);
          forget(artifact.id);
        },
      };
      return writer;
    },

    async get(id) {
      const row = database.get('SELECT metadata, has_bytes, assistant_view FROM artifacts WHERE id = ?', id);
      if (!row) return null;
      const metadata = readMetadata(row);
      const isGone = row.has_bytes === 0 || isExpired(metadata, nowMs());
      const assistantView = row.assistant_view;
      return {
        metadata: isGone ? { ...metadata, state: 'expired' } : metadata,
        assistantView: assistantView === null || assistantView === undefined ? null : String(assistantView),
      };
    },

    async setAssistantView(id, text) {
      database.run('UPDATE artifacts SET assistant_view = ? WHERE id = ?', text, id);
    },

    async readBytes(id, start, end) {
      const metadata = liveMetadata(id);
      return metadata && (await readFileRange(pathOf(id), start, Math.min(end, metadata.byteLength)));
    },

    async readIndex(id) {
      const metadata = liveMetadata(id);
      if (metadata === null || metadata.lineCount === null) return null;
      return await readFileRange(indexPathOf(id), 0, Number.POSITIVE_INFINITY);
    },

    async delete(id) {
      await removeFiles(id);
      forget(id);
    },

    async deleteOfConversation(conversationId) {
      const rows = database.all(
        `SELECT id FROM artifacts WHERE conversation_id = ? AND NOT ${isFrozenCopy}`,
        conversationId,
      );
      await deleteWhere(rows, forget);
    },

    discardUnfinished() {
      const isUnfinished = `has_bytes = 1 AND json_extract(metadata, '$.state') = 'writing'`;
      for (const row of database.all(`SELECT id FROM artifacts WHERE ${isUnfinished}`)) {
        rmSync(pathOf(String(row.id)), { force: true });
        rmSync(indexPathOf(String(row.id)), { force: true });
      }
      database.run(`UPDATE artifacts SET has_bytes = 0 WHERE ${isUnfinished}`);
    },

    async sweep() {
      const rows = database.all('SELECT id FROM artifacts WHERE has_bytes = 1 AND expires_ms <= ?', nowMs());
      await deleteWhere(rows, (id) => database.run('UPDATE artifacts SET has_bytes = 0 WHERE id = ?', id));
      database.run(`DELETE FROM artifacts WHERE has_bytes = 0 AND ${isFrozenCopy}`);
    },
  };
}

/** The copy behind a share is an artifact under the share's ID: it belongs to no conversation and goes with its bytes. */
const isFrozenCopy = `id GLOB 'shr_*'`;

async function openForWriting(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await open(path, 'w', 0o600);
}

const rethrow = (error: unknown): never => {
  throw storageError(error);
};

const readMetadata = (row: Row): ArtifactMetadata =>
  artifactMetadataSchema.parse(JSON.parse(String(row.metadata)));

const writingMetadata = (artifact: NewArtifact): ArtifactMetadata => ({
  ...artifact,
  byteLength: 0,
  droppedBytes: 0,
  lineCount: null,
  sha256: null,
  state: 'writing',
  expiresAt: null,
});

/**
 * Bytes [start, end) of a file, fewer at its end; `null` where the file has gone. Only the reading leaves the thread:
 * opening and closing are as quick as the row beside the file, and each hop to another thread costs more than they do.
 */
async function readFileRange(path: string, start: number, end: number): Promise<Uint8Array | null> {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(end, fstatSync(file).size) - start));
    const { bytesRead } = await readInto(file, buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    closeSync(file);
  }
}

const readInto = promisify(read);

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
