import type { StoreFacts } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import { policyOf } from './eviction.ts';

/** @throws VitrineError `storage_unavailable` */
export const describeRedis =
  (connection: RedisConnection): (() => Promise<StoreFacts>) =>
  async () => {
    const info = await connection.run((redis) => redis.info('everything'));
    const read = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? null;
    const sentMs = Date.now();
    const [seconds = 0, microseconds = 0] = await connection.run((redis) => redis.time());
    // The clock was read about half-way.
    const hereMs = (sentMs + Date.now()) / 2;
    const policy = await connection
      .run((redis) => redis.config('GET', 'maxmemory-policy'))
      // Hosted Redis often forbids CONFIG.
      .then(policyOf, () => read('maxmemory_policy') ?? '');
    const maxBytes = Number(read('maxmemory'));
    return {
      version: `Redis ${read('redis_version') ?? ''}`.trim(),
      redis: {
        policy: policy === '' ? null : policy,
        isPersistent: persistenceOf(read('aof_enabled'), read('rdb_saves')),
        usedBytes: Number(read('used_memory')),
        maxBytes: maxBytes > 0 ? maxBytes : null,
        clockOffsetMs: Number(seconds) * 1_000 + Number(microseconds) / 1_000 - hereMs,
      },
    };
  };

/** Snapshots count once one was made: whether they are scheduled is not said. */
const persistenceOf = (aof: string | null, saves: string | null): boolean | null => {
  if (aof === '1') return true;
  return saves === null ? null : Number(saves) > 0;
};
