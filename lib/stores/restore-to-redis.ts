import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from '../core/vocabulary/backup.ts';
import { fillStore } from './fill-store.ts';
import { copyIfThere, copyOthers, secretName } from './sqlite/backup-files.ts';
import { DataFolderError } from './sqlite/explain-open-failure.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import { restoreDataFolder } from './sqlite/restore-data-folder.ts';
import type { Stores } from './stores.ts';

/**
 * Fills an empty Redis with a backup, by way of a data folder, in which it is checked and brought to this version.
 * @param stores in Redis, opened to be filled
 * @param dataDir of the servers: replays and the secret are restored into it
 * @throws DataFolderError for a backup that is not whole, damaged, or of a newer version, or another secret; Error if Redis
 * is not empty
 */
export async function restoreToRedis(
  stores: Stores,
  { source, dataDir, nowMs }: { source: string; dataDir: string; nowMs: () => number },
): Promise<{ manifest: BackupManifest; goneCount: number }> {
  requireSameSecret(source, dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Commands cannot read what is in the data folder.
  const folder = await mkdtemp(join(dataDir, 'restored-'));
  try {
    const { manifest, goneCount } = await restoreDataFolder({ source, dataDir: folder });
    const from = openSqliteStores({ dataDir: folder, artifactTtlSeconds: 0, nowMs });
    const copied = await fillStore(from, stores, 'Redis').finally(() => from.close());
    await copyOthers(folder, dataDir);
    await copyIfThere(join(folder, secretName), join(dataDir, secretName));
    return { manifest: { ...manifest, counts: copied.counts }, goneCount: goneCount + copied.goneCount };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the store has sealed is opened by the secret of its servers alone. */
function requireSameSecret(source: string, dataDir: string): void {
  const [theirs, ours] = [join(source, secretName), join(dataDir, secretName)];
  if (!existsSync(theirs) || !existsSync(ours)) return;
  if (readFileSync(theirs, 'utf8').trim() === readFileSync(ours, 'utf8').trim()) return;
  throw new DataFolderError(
    `${dataDir} has another secret than the backup: move ${ours} away, or set VITRINE_DATA_DIR to another folder. Nothing was changed.`,
  );
}
