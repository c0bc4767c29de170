import { resolve } from 'node:path';
import { resolveExisting } from '../config/folders.ts';
import { type Config, readConfig } from '../config.ts';
import { isWithin } from '../core/algorithms/text/lies-in.ts';
import { isVitrineError } from '../core/errors.ts';
import type { BackupCounts } from '../core/vocabulary/backup.ts';
import { plural } from '../split/plural.ts';
import { backUpRedis } from '../stores/back-up-redis.ts';
import { migrateToFolder, migrateToRedis } from '../stores/migrate-store.ts';
import { productKeyPrefix } from '../stores/redis/keys.ts';
import { openRedisStores } from '../stores/redis/open-redis-stores.ts';
import { restoreToRedis } from '../stores/restore-to-redis.ts';
import { backUpDataFolder } from '../stores/sqlite/back-up-data-folder.ts';
import { restoreDataFolder } from '../stores/sqlite/restore-data-folder.ts';
import type { Stores } from '../stores/stores.ts';

const nowMs = Date.now;

/**
 * Makes a backup of the store, beside running servers or without one.
 * @returns what to say of it, in lines
 * @throws ConfigError, DataFolderError, VitrineError `storage_unavailable`
 */
export async function runBackup(target: string, withSecret: boolean): Promise<string[]> {
  const config = readConfig();
  const folder = resolveExisting(resolve(target));
  checkTarget(folder, config);
  const wanted = { dataDir: config.dataDir, target: folder, withSecret, nowMs };
  const { manifest, goneCount } =
    config.redisUrl === null
      ? await backUpDataFolder(wanted)
      : await withRedis(config, false, (redis) => backUpRedis(redis, wanted));
  return [
    `${folder} has ${describeCounts(manifest.counts)}.`,
    ...(goneCount === 0 ? [] : [`${plural(goneCount, 'artifact')} expired meanwhile.`]),
    ...(manifest.begunAt === undefined
      ? []
      : [`It was read from ${manifest.begunAt} on: each conversation is as it was when it was read.`]),
    manifest.hasSecret
      ? 'It has the secret of the data folder as well: whoever has this backup can open what the store has sealed.'
      : 'It does not have the secret of the data folder (--with-secret): without that, sign-ins to MCP servers, secrets of workspaces, the webhook and notified browsers have to be set up again.',
    'Not in it: workspaces and clones, caches of commands, and the configuration.',
  ];
}

/**
 * Makes an empty store of a backup: in Redis if that is configured, whichever store it was made of.
 * @returns what to say of it, in lines
 * @throws ConfigError, DataFolderError; Error while a server uses the data folder, or if Redis is not empty
 */
export async function runRestore(source: string): Promise<string[]> {
  const config = readConfig();
  const { dataDir, redisUrl, artifactTtlSeconds } = config;
  const backup = { source: resolve(source), dataDir };
  const { manifest, goneCount } =
    redisUrl === null
      ? await restoreDataFolder(backup)
      : await withRedis(config, true, (redis) =>
          restoreToRedis(redis, { ...backup, artifactTtlSeconds, nowMs }),
        );
  return [
    `${redisUrl === null ? dataDir : 'Redis'} has ${describeCounts(manifest.counts)}, as of ${manifest.createdAt}.`,
    ...(goneCount === 0 ? [] : [`The content of ${plural(goneCount, 'artifact')} had expired.`]),
    ...(manifest.hasSecret
      ? []
      : ['The secret is not in it: without the old one, what that sealed has to be set up again.']),
  ];
}

/**
 * Copies the store of the data folder into Redis, or back. What it is copied from stays as it is.
 * @returns what to say of it, in lines
 * @throws ConfigError, DataFolderError; Error while a server uses the data folder, or if Redis is not empty
 */
export async function runMigrate(target: 'redis' | 'sqlite'): Promise<string[]> {
  const config = readConfig();
  const { dataDir, artifactTtlSeconds } = config;
  if (config.redisUrl === null)
    throw new Error('Set REDIS_URL to the Redis of the migration, for either direction.');
  const { counts, goneCount } = await withRedis(config, target === 'redis', (redis) =>
    (target === 'redis' ? migrateToRedis : migrateToFolder)({ redis, dataDir, artifactTtlSeconds, nowMs }),
  );
  return [
    `${target === 'redis' ? 'Redis' : dataDir} has ${describeCounts(counts)}.`,
    ...(goneCount === 0 ? [] : [`The content of ${plural(goneCount, 'artifact')} expired meanwhile.`]),
    target === 'redis'
      ? `Start the servers with REDIS_URL and the same VITRINE_DATA_DIR (${dataDir}), which has the secret and the replays. Its vitrine.db (with -wal and -shm) and artifacts are no longer used: keep them as a backup, or move them away.`
      : `Start one server with VITRINE_DATA_DIR=${dataDir} and without REDIS_URL. The data in Redis is no longer used.`,
  ];
}

async function withRedis<T>(
  { redisUrl, artifactBytes }: Pick<Config, 'redisUrl' | 'artifactBytes'>,
  isFilling: boolean,
  work: (redis: Stores) => Promise<T>,
): Promise<T> {
  const redis = openRedisStores({
    ...{ url: redisUrl ?? '', keyPrefix: productKeyPrefix, artifactBytes, isFilling },
  });
  try {
    return await work(redis);
  } catch (cause) {
    if (!isVitrineError(cause) || cause.code !== 'storage_unavailable') throw cause;
    throw new Error(`${cause.message} Look at the Redis of REDIS_URL.`, { cause });
  } finally {
    await redis.close();
  }
}

/** Commands must not read a backup, nor lead it elsewhere while it is written. */
function checkTarget(folder: string, { workspaces, workspaceFolders, clonesDir, dataDir }: Config): void {
  const others = [...workspaces, ...workspaceFolders, clonesDir, resolveExisting(dataDir)];
  const other = others.find((one) => isWithin(folder, one));
  if (other === undefined) return;
  throw new Error(`${folder} is in ${other}, which commands can reach: name a folder outside of it.`);
}

function describeCounts(counts: BackupCounts): string {
  const { conversations, events, artifacts, ledgerEntries, members } = counts;
  return [
    `${plural(conversations, 'conversation')} with ${plural(events, 'event')}`,
    `${plural(artifacts, 'artifact')}`,
    `${plural(ledgerEntries, 'entry', 'entries')} of the ledger and ${plural(members, 'member')}`,
  ].join(', ');
}
