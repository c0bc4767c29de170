import { productKeyPrefix } from './redis/keys.ts';
import { openRedisStores } from './redis/open-redis-stores.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import type { Stores } from './stores.ts';

/** Opens Redis if a URL is given, else the embedded store in the data folder. */
export function openStores({
  redisUrl,
  dataDir,
  artifactTtlSeconds,
  artifactBytes = null,
  nowMs,
}: {
  redisUrl: string | null;
  dataDir: string;
  artifactTtlSeconds: number;
  /** Byte budget of all artifacts together; `null`: half of Redis' memory, or whatever the disk has. */
  artifactBytes?: number | null;
  nowMs: () => number;
}): Stores {
  return redisUrl === null
    ? openSqliteStores({ dataDir, artifactTtlSeconds, artifactBytes, nowMs })
    : openRedisStores({ url: redisUrl, keyPrefix: productKeyPrefix, artifactBytes });
}
