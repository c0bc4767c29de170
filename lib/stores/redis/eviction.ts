import { Redis } from 'ioredis';
import { commandOptions, splitRedisUrl } from './redis-options.ts';

/**
 * A Redis that may evict any key loses conversations and the ledger when it is full.
 * `null`: its policy (`maxmemory-policy`) keeps what has no expiry.
 */
export const evictionWarning = (policy: string): string | null =>
  policy.startsWith('allkeys-')
    ? `Redis evicts any key when full (maxmemory-policy ${policy}). Set volatile-ttl or noeviction.`
    : null;

/** @param configReply what `CONFIG GET maxmemory-policy` answers: the name and the value */
export const policyOf = (configReply: unknown): string =>
  Array.isArray(configReply) ? String(configReply[1] ?? '') : '';

/**
 * For the launcher, before anything is opened: why this Redis must not be used.
 * `null`: nothing speaks against it, or it cannot be told (no connection: the store recovers alone; `CONFIG` forbidden).
 */
export async function checkRedis(url: string): Promise<string | null> {
  const warnings = await Promise.all(splitRedisUrl(url).map(checkNode));
  return warnings.find((warning) => warning !== null) ?? null;
}

async function checkNode(url: string): Promise<string | null> {
  const redis = new Redis(url, { ...commandOptions, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    return evictionWarning(policyOf(await redis.config('GET', 'maxmemory-policy')));
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}
