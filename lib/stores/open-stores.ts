import { openRedisStores } from './redis/open-redis-stores.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import type { Stores } from './stores.ts';

const keyPrefix = 'vitrine:';

/** Redis where a URL is given; else the embedded store in the data folder. */
export function openStores({
  redisUrl,
  dataDir,
  nowMs,
}: {
  redisUrl: string | null;
  dataDir: string;
  nowMs: () => number;
}): Stores {
  return redisUrl === null
    ? openSqliteStores({ dataDir, nowMs })
    : openRedisStores({ url: redisUrl, keyPrefix, nowMs });
}
