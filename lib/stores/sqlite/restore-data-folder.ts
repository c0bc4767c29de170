import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BackupManifest, backupManifestSchema } from '#lib/core/vocabulary/backup.ts';
import { newerSchema, schemaVersion } from '../schema-version.ts';
import {
  copyArtifacts,
  copyIfThere,
  copyOthers,
  databaseName,
  hashOfFile,
  manifestName,
  secretName,
} from './backup-files.ts';
import { countRows } from './count-rows.ts';
import { lockDataDir, unlockDataDir } from './data-lock.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';

/**
 * Makes a data folder of a backup. It has to be empty, so nothing is ever overwritten, and its database comes last: what
 * was interrupted is no data folder.
 * @returns what it has, and how many artifacts are without content
 * @throws DataFolderError for a backup that is not whole, damaged, or of a newer version; Error where a server runs
 */
export async function restoreDataFolder({
  source,
  dataDir,
}: {
  source: string;
  dataDir: string;
}): Promise<{ manifest: BackupManifest; goneCount: number }> {
  const manifest = readManifest(source);
  const from = join(source, databaseName);
  if (manifest.schemaVersion > schemaVersion)
    throw new DataFolderError(
      newerSchema(`The backup ${source}`, manifest.schemaVersion, 'restore an older one'),
    );
  await requireHash(from, manifest);
  requireEmpty(dataDir);
  lockDataDir(dataDir);
  try {
    const database = explainOpenFailure(from, () => new DatabaseSync(from, { readOnly: true }));
    try {
      requireSame(manifest, database, from);
      const gone = await copyArtifacts(database, source, dataDir);
      await copyOthers(source, dataDir);
      await copyIfThere(join(source, secretName), join(dataDir, secretName));
      const next = join(dataDir, `${databaseName}.next`);
      await copyFile(from, next);
      await requireHash(next, manifest);
      await rename(next, join(dataDir, databaseName));
      return { manifest, goneCount: gone.length };
    } finally {
      database.close();
    }
  } finally {
    unlockDataDir(dataDir);
  }
}

async function requireHash(path: string, { databaseSha256 }: BackupManifest): Promise<void> {
  if ((await hashOfFile(path)) === databaseSha256) return;
  throw new DataFolderError(`${path} is not as it was when the backup was made: restore another one.`);
}

function readManifest(source: string): BackupManifest {
  const path = join(source, manifestName);
  if (!existsSync(path))
    throw new DataFolderError(
      `${source} is no whole backup: it has no ${manifestName}, which is written last.`,
    );
  const { success, data } = backupManifestSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!success) throw new DataFolderError(`${path} cannot be read: it is of another version, or damaged.`);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The lock's own file may be there. */
function requireEmpty(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !name.startsWith('lock.db')) : [];
  if (names.length === 0) return;
  throw new DataFolderError(
    `${dataDir} is not empty: move what is there away, or set VITRINE_DATA_DIR to another folder. Nothing was changed.`,
  );
}

function requireSame({ counts }: BackupManifest, database: DatabaseSync, path: string): void {
  const [finding] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  const found = countRows((sql) => database.prepare(sql).get());
  const isSame = Object.entries(counts).every(([name, count]) => found[name as keyof typeof found] === count);
  if (finding !== 'ok' || !isSame)
    throw new DataFolderError(`${path} does not have what ${manifestName} says: restore another backup.`);
}
