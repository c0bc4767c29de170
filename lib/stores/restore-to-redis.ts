import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from '../core/vocabulary/backup.ts';
import { fillStore } from './fill-store.ts';
import { copyIfThere, copyOthers, secretName } from './sqlite/backup-files.ts';
import { lockDataDir, unlockDataDir } from './sqlite/data-lock.ts';
import { DataFolderError } from './sqlite/explain-open-failure.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import { removeLeft } from './sqlite/remove-left.ts';
import { restoreDataFolder } from './sqlite/restore-data-folder.ts';
import type { Stores } from './stores.ts';

interface Restored {
  source: string;
  dataDir: string;
  /** How long results last that were not whole when the backup was made. */
  artifactTtlSeconds: number;
  nowMs: () => number;
}

const folderPrefix = 'restored-';

/**
 * Fills an empty Redis with a backup, by way of a data folder, in which it is checked and brought to this version.
 * @param stores in Redis, opened to be filled
 * @param restored.dataDir of the servers: replays and the secret are restored into it
 * @throws DataFolderError for a backup that is not whole, damaged, or of a newer version, or another secret; Error if Redis
 * is not empty
 */
export async function restoreToRedis(
  stores: Stores,
  { source, dataDir, artifactTtlSeconds, nowMs }: Restored,
): Promise<{ manifest: BackupManifest; goneCount: number }> {
  requireSameSecret(source, dataDir);
  lockDataDir(dataDir);
  try {
    await removeLeft(dataDir, folderPrefix);
    // Commands cannot read what is in the data folder.
    const folder = await mkdtemp(join(dataDir, folderPrefix));
    try {
      const { manifest, goneCount } = await restoreDataFolder({ source, dataDir: folder });
      const from = openSqliteStores({ dataDir: folder, artifactTtlSeconds, nowMs });
      const copied = await fillStore(from, stores, 'Redis', async () => {
        await copyOthers(folder, dataDir);
        if (!existsSync(join(dataDir, secretName)))
          await copyIfThere(join(folder, secretName), join(dataDir, secretName));
      }).finally(() => from.close());
      return { manifest: { ...manifest, counts: copied.counts }, goneCount: goneCount + copied.goneCount };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    unlockDataDir(dataDir);
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
