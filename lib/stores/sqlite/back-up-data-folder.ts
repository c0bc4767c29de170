import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { BackupManifest } from '#lib/core/vocabulary/backup.ts';
import { copyArtifacts, copyOthers, databaseName } from './backup-files.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';
import { type BackupWanted, finishBackup, prepareTarget } from './finish-backup.ts';

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
  const { dataDir, target } = wanted;
  const from = join(dataDir, databaseName);
  const to = join(target, databaseName);
  if (!existsSync(from))
    throw new DataFolderError(`${dataDir} has no data of Vitrine: set VITRINE_DATA_DIR.`);
  await prepareTarget(target);
  // An entry that the database takes after this is in both, and counts once.
  await copyOthers(dataDir, target);
  await copyDatabase(from, to);
  const database = explainOpenFailure(to, () => new DatabaseSync(to));
  const gone = await copyArtifacts(database, dataDir, target).finally(() => database.close());
  return { manifest: await finishBackup(wanted), goneCount: gone.length };
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = explainOpenFailure(from, () => new DatabaseSync(from, { readOnly: true }));
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}
