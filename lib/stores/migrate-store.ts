import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../core/algorithms/canonical-json.ts';
import { copyToFolder } from './back-up-redis.ts';
import type { Copied } from './copy-stores.ts';
import { fillStore } from './fill-store.ts';
import { databaseName } from './sqlite/backup-files.ts';
import { lockDataDir, unlockDataDir } from './sqlite/data-lock.ts';
import { DataFolderError } from './sqlite/explain-open-failure.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import { removeLeft } from './sqlite/remove-left.ts';
import type { Stores } from './stores.ts';

interface Migration {
  /** Opened to be filled. */
  redis: Stores;
  /** Of the servers. What is in it besides the store, replays and the secret, is used with either store. */
  dataDir: string;
  /** How long results last that the server left unfinished. */
  artifactTtlSeconds: number;
  nowMs: () => number;
}

const artifactsName = 'artifacts';
const folderPrefix = 'migrated-';

/**
 * Copies the store of a data folder into an empty Redis. The data folder is as if its server had been started and stopped
 * again: what was unfinished is sealed.
 * @throws DataFolderError, Error if a server uses the data folder, or Redis is not empty
 */
export async function migrateToRedis({
  redis,
  dataDir,
  artifactTtlSeconds,
  nowMs,
}: Migration): Promise<Copied> {
  if (!existsSync(join(dataDir, databaseName)))
    throw new DataFolderError(`${dataDir} has no data of Vitrine: set VITRINE_DATA_DIR.`);
  const from = openSqliteStores({ dataDir, artifactTtlSeconds, nowMs });
  return await fillStore(from, redis, 'Redis').finally(() => from.close());
}

/**
 * Copies a store in Redis into a data folder that has none. Redis stays as it is. No server may work with it.
 * @throws DataFolderError if the data folder has a store, or Redis has changed meanwhile
 */
export async function migrateToFolder({
  redis,
  dataDir,
  nowMs,
}: Omit<Migration, 'artifactTtlSeconds'>): Promise<Copied> {
  lockDataDir(dataDir);
  try {
    await requireNoStore(dataDir);
    const folder = await mkdtemp(join(dataDir, folderPrefix));
    try {
      const before = await fingerprint(redis);
      const copied = await copyToFolder(redis, folder, nowMs);
      await requireUnchanged(redis, before, copied);
      // The database last: without it there is no store.
      for (const name of [artifactsName, databaseName])
        if (existsSync(join(folder, name))) await rename(join(folder, name), join(dataDir, name));
      return copied;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    unlockDataDir(dataDir);
  }
}

/**
 * What an interrupted migration has left is removed: artifacts are its own only where it has moved them and not yet its
 * database.
 */
async function requireNoStore(dataDir: string): Promise<void> {
  const names = readdirSync(dataDir);
  const databases = names.filter((name) => name.startsWith(databaseName));
  const hasMovedArtifacts = names.some(
    (name) =>
      name.startsWith(folderPrefix) &&
      existsSync(join(dataDir, name, databaseName)) &&
      !existsSync(join(dataDir, name, artifactsName)),
  );
  if (hasMovedArtifacts && databases.length === 0)
    await rm(join(dataDir, artifactsName), { recursive: true, force: true });
  await removeLeft(dataDir, folderPrefix);
  const found = [...databases, ...(existsSync(join(dataDir, artifactsName)) ? [artifactsName] : [])];
  if (found.length === 0) return;
  throw new DataFolderError(
    `${dataDir} has a store (${found.join(', ')}): move that away, or set VITRINE_DATA_DIR to another folder. Nothing was changed.`,
  );
}

/** Changes with what people do that is not in a conversation: decisions, roles, sessions, shares, links. */
async function fingerprint({ settings, members, audit }: Stores): Promise<string> {
  const [latest] = await audit.list({ actions: [], by: null, from: null, to: null }, null, 1);
  const records = (await members.list()).map(({ lastSeenAt: _seen, ...member }) => member);
  return canonicalJson([await settings.get(), records, latest?.id ?? null]);
}

async function requireUnchanged(stores: Stores, before: string, { counts }: Copied): Promise<void> {
  const { conversations, events, ledgerEntries } = await stores.bulk.counts();
  const isSame =
    conversations === counts.conversations &&
    events === counts.events &&
    ledgerEntries === counts.ledgerEntries &&
    (await fingerprint(stores)) === before;
  if (isSame) return;
  throw new DataFolderError('Redis has changed while it was copied: stop all servers, and migrate again.');
}
