import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { BackupManifest } from '#lib/core/vocabulary/backup.ts';
import { schemaVersion } from '../schema-version.ts';
import {
  copyArtifacts,
  copyIfThere,
  copyOthers,
  countRows,
  databaseName,
  hashOfFile,
  manifestName,
  secretName,
} from './backup-files.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';

export interface BackupWanted {
  dataDir: string;
  /** A folder that is empty, or not there yet. */
  target: string;
  /** Whether the backup opens what the store has sealed: secrets of workspaces, sign-ins to MCP servers. */
  withSecret: boolean;
  nowMs: () => number;
}

/** All pages in one step: in several, each write of a server would begin the copy again. */
const allPages = 2 ** 31 - 1;

/**
 * Copies a data folder while its server runs. The database is copied as it was at one moment, and content of artifacts
 * never changes once it is written, so the copy is as if the server had been stopped at that moment.
 * @returns what it has, and how many artifacts lost their content before it was copied, because they expired
 * @throws DataFolderError
 */
export async function backUpDataFolder(
  wanted: BackupWanted,
): Promise<{ manifest: BackupManifest; goneCount: number }> {
  const { dataDir, target, withSecret } = wanted;
  const from = join(dataDir, databaseName);
  const to = join(target, databaseName);
  if (!existsSync(from))
    throw new DataFolderError(`${dataDir} has no data of Vitrine: set VITRINE_DATA_DIR.`);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new DataFolderError(`${target} is not empty: name a folder for this backup alone.`);
  await mkdir(target, { recursive: true, mode: 0o700 });
  // An entry that the database takes after this is in both, and counts once.
  await copyOthers(dataDir, target);
  await copyDatabase(from, to);
  const database = explainOpenFailure(to, () => new DatabaseSync(to));
  try {
    // One file, which can be moved alone; the server chooses the other mode again.
    database.exec('PRAGMA journal_mode = DELETE');
    const gone = await copyArtifacts(database, dataDir, target);
    if (withSecret) await copyIfThere(join(dataDir, secretName), join(target, secretName));
    const counts = countRows(database);
    database.close();
    const manifest: BackupManifest = {
      ...{ format: 1, store: 'sqlite', schemaVersion, counts },
      createdAt: new Date(wanted.nowMs()).toISOString(),
      databaseSha256: await hashOfFile(to),
      hasSecret: withSecret && existsSync(join(target, secretName)),
    };
    await writeFile(join(target, `${manifestName}.next`), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    });
    await rename(join(target, `${manifestName}.next`), join(target, manifestName));
    return { manifest, goneCount: gone.length };
  } finally {
    if (database.isOpen) database.close();
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = explainOpenFailure(from, () => new DatabaseSync(from, { readOnly: true }));
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}
