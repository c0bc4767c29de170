import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from '../core/vocabulary/backup.ts';
import { fillStore } from './fill-store.ts';
import { copyOthers } from './sqlite/backup-files.ts';
import { type BackupWanted, finishBackup, prepareTarget } from './sqlite/finish-backup.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import type { Stores } from './stores.ts';

/**
 * Makes a backup of a store in Redis while servers work with it, in the form of a backup of a data folder. It is not of one
 * moment: each conversation is as it was when it was read, and the ledger has all of them.
 * @param stores in Redis
 * @param wanted.dataDir of the servers, which has the replays and the secret
 * @throws DataFolderError, VitrineError `storage_unavailable`
 */
export async function backUpRedis(
  stores: Stores,
  wanted: BackupWanted,
): Promise<{ manifest: BackupManifest; goneCount: number }> {
  const { dataDir, target, nowMs } = wanted;
  const begunAt = new Date(nowMs()).toISOString();
  await prepareTarget(target);
  await copyOthers(dataDir, target);
  const { goneCount } = await copyToFolder(stores, target, nowMs);
  return { manifest: await finishBackup(wanted, begunAt), goneCount };
}

/** Makes the database and the artifacts of a data folder that has none. */
export async function copyToFolder(from: Stores, folder: string, nowMs: () => number) {
  const to = openSqliteStores({ dataDir: folder, artifactTtlSeconds: 0, nowMs });
  try {
    return await fillStore(from, to, folder);
  } finally {
    await to.close();
    for (const name of readdirSync(folder)) if (name.startsWith('lock.db')) await rm(join(folder, name));
  }
}
