import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyToFolder } from './back-up-redis.ts';
import type { Copied } from './copy-stores.ts';
import { fillStore } from './fill-store.ts';
import { databaseName } from './sqlite/backup-files.ts';
import { lockDataDir, unlockDataDir } from './sqlite/data-lock.ts';
import { DataFolderError } from './sqlite/explain-open-failure.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import type { Stores } from './stores.ts';

interface Migration {
  /** Opened to be filled. */
  redis: Stores;
  /** Of the servers. What is in it besides the store, replays and the secret, is used with either store. */
  dataDir: string;
  nowMs: () => number;
}

const artifactsName = 'artifacts';

/**
 * Copies the store of a data folder into an empty Redis. The data folder stays as it is.
 * @throws DataFolderError, Error if a server uses the data folder, or Redis is not empty
 */
export async function migrateToRedis({ redis, dataDir, nowMs }: Migration): Promise<Copied> {
  if (!existsSync(join(dataDir, databaseName)))
    throw new DataFolderError(`${dataDir} has no data of Vitrine: set VITRINE_DATA_DIR.`);
  // As if the server had been started again: what it left unfinished is sealed.
  const from = openSqliteStores({ dataDir, artifactTtlSeconds: 30 * 60, nowMs });
  return await fillStore(from, redis, 'Redis').finally(() => from.close());
}

/**
 * Copies a store in Redis into a data folder that has none. Redis stays as it is. No server may work with it.
 * @throws DataFolderError if the data folder has a store, or Redis has changed meanwhile
 */
export async function migrateToFolder({ redis, dataDir, nowMs }: Migration): Promise<Copied> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  requireNoStore(dataDir);
  lockDataDir(dataDir);
  const folder = await mkdtemp(join(dataDir, 'migrated-'));
  try {
    const copied = await copyToFolder(redis, folder, nowMs);
    await requireUnchanged(redis, copied);
    for (const name of [artifactsName, databaseName])
      if (existsSync(join(folder, name))) await rename(join(folder, name), join(dataDir, name));
    return copied;
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlockDataDir(dataDir);
  }
}

function requireNoStore(dataDir: string): void {
  const found = readdirSync(dataDir).filter((name) => name === databaseName || name === artifactsName);
  if (found.length === 0) return;
  throw new DataFolderError(
    `${dataDir} has a store (${found.join(', ')}): move it away, or set VITRINE_DATA_DIR to another folder. Nothing was changed.`,
  );
}

async function requireUnchanged({ bulk }: Stores, { counts }: Copied): Promise<void> {
  const { conversations, events, ledgerEntries } = await bulk.counts();
  if (
    conversations === counts.conversations &&
    events === counts.events &&
    ledgerEntries === counts.ledgerEntries
  )
    return;
  throw new DataFolderError('Redis has changed while it was copied: stop all servers, and migrate again.');
}
