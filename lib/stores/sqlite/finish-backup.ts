import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BackupManifest } from '#lib/core/vocabulary/backup.ts';
import { schemaVersion } from '../schema-version.ts';
import { copyIfThere, databaseName, hashOfFile, manifestName, secretName } from './backup-files.ts';
import { countRows } from './count-rows.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';

export interface BackupWanted {
  dataDir: string;
  /** A folder that is empty, or not there yet. */
  target: string;
  /** Whether the backup opens what the store has sealed: secrets of workspaces, sign-ins to MCP servers. */
  withSecret: boolean;
  nowMs: () => number;
}

/** @throws DataFolderError if it is not empty */
export async function prepareTarget(target: string): Promise<void> {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new DataFolderError(`${target} is not empty: name a folder for this backup alone.`);
  await mkdir(target, { recursive: true, mode: 0o700 });
}

/**
 * Makes a whole backup of a folder that has a database and the content of artifacts: adds the secret, and last the
 * manifest.
 * @param begunAt if the database is not as the store was at one moment
 */
export async function finishBackup(
  { dataDir, target, withSecret, nowMs }: BackupWanted,
  begunAt?: string,
): Promise<BackupManifest> {
  const path = join(target, databaseName);
  const database = explainOpenFailure(path, () => new DatabaseSync(path));
  // One file, which can be moved alone; the server chooses the other mode again.
  database.exec('PRAGMA journal_mode = DELETE');
  // No data of the team: each version brings its own files of pages, and each process registers again.
  for (const table of ['page_files', 'page_builds', 'runners'])
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  const counts = countRows((sql) => database.prepare(sql).get());
  database.close();
  if (withSecret) await copyIfThere(join(dataDir, secretName), join(target, secretName));
  const manifest: BackupManifest = {
    ...{ format: 1, store: 'sqlite', schemaVersion, counts },
    ...(begunAt === undefined ? {} : { begunAt }),
    createdAt: new Date(nowMs()).toISOString(),
    databaseSha256: await hashOfFile(path),
    hasSecret: withSecret && existsSync(join(target, secretName)),
  };
  const next = join(target, `${manifestName}.next`);
  await writeFile(next, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(next, join(target, manifestName));
  return manifest;
}
