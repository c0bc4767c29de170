import { Redis } from 'ioredis';
import { errorMessage } from '#lib/core/errors.ts';
import { evictionWarning, policyOf } from './eviction.ts';
import { createKeys, productKeyPrefix } from './keys.ts';
import { commandOptions, splitRedisUrl } from './redis-options.ts';
import { versionWarning } from './redis-version.ts';
import { checkFilling, checkSchema } from './schema-gate.ts';
import { describePasswordFault } from './storage-error.ts';

/**
 * For the launcher, before anything is opened: why this Redis must not be used. `null`: nothing speaks
 * against it, or it cannot be checked (no connection: the store recovers alone; `CONFIG` forbidden).
 */
export async function checkRedis(url: string): Promise<string | null> {
  const warnings = await Promise.all(splitRedisUrl(url).map(checkNode));
  return warnings.find((warning) => warning !== null) ?? null;
}

async function checkNode(url: string): Promise<string | null> {
  const redis = new Redis(url, { ...commandOptions, retryStrategy: () => null });
  const keys = createKeys(productKeyPrefix);
  let passwordFault: string | null = null;
  redis.on('error', (error) => {
    passwordFault ??= describePasswordFault(error);
  });
  const check = async (find: () => Promise<string | null>): Promise<string | null> => {
    try {
      return await find();
    } catch (error) {
      return passwordFault ?? describePasswordFault(new Error(errorMessage(error)));
    }
  };
  try {
    return (
      (await check(async () => evictionWarning(policyOf(await redis.config('GET', 'maxmemory-policy'))))) ??
      (await check(async () => versionWarning(await redis.info('server')))) ??
      // In a cluster only one node has each key; the others redirect.
      (await check(() => checkFilling(redis, keys.filling))) ??
      (await check(() => checkSchema(redis, keys.schemaVersion)))
    );
  } finally {
    redis.disconnect();
  }
}
