import { errorMessage } from '#lib/core/errors.ts';
import { evictionWarning, policyOf } from './eviction.ts';
import { createKeys, productKeyPrefix } from './keys.ts';
import { parseRedisUrl, type RedisAddress } from './redis-address.ts';
import { createNodeClient } from './redis-clients.ts';
import { commandOptions } from './redis-options.ts';
import { roleWarning } from './redis-role.ts';
import { versionWarning } from './redis-version.ts';
import { checkFilling, checkSchema } from './schema-gate.ts';
import { describePasswordFault } from './storage-error.ts';

/**
 * For the launcher, before anything is opened: why this Redis must not be used. `null`: nothing speaks
 * against it, or it cannot be checked (no connection: the store recovers alone; `CONFIG` forbidden).
 */
export async function checkRedis(url: string): Promise<string | null> {
  let nodes: RedisAddress[];
  try {
    nodes = nodesOf(url);
  } catch (error) {
    return errorMessage(error);
  }
  const isCluster = nodes.length > 1;
  const warnings = await Promise.all(nodes.map((node) => checkNode(node, isCluster)));
  return warnings.find((warning) => warning !== null) ?? null;
}

/** @throws Error with a sentence, where `url` is no address */
function nodesOf(url: string): RedisAddress[] {
  const address = parseRedisUrl(url);
  return address.kind === 'cluster' ? address.urls.map((node) => ({ kind: 'single', url: node })) : [address];
}

async function checkNode(address: RedisAddress, isOfCluster: boolean): Promise<string | null> {
  const redis = createNodeClient(address, {
    ...commandOptions,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
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
      // Of a cluster and of Sentinels masters are found, whoever is one just now.
      (address.kind === 'single' && !isOfCluster
        ? await check(async () => roleWarning(await redis.info('replication')))
        : null) ??
      // In a cluster only one node has each key; the others redirect.
      (await check(() => checkFilling(redis, keys.filling))) ??
      (await check(() => checkSchema(redis, keys.schemaVersion)))
    );
  } finally {
    redis.disconnect();
  }
}
