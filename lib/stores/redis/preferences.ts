import type { PreferenceStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** One hash field per preference, so that concurrent changes of different ones do not conflict. */
export const createPreferences = (connection: RedisConnection, keys: RedisKeys): PreferenceStore => ({
  async get(memberId) {
    const fields = await connection.run((redis) => redis.hgetall(keys.preferencesOf(memberId)));
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.parse(value)]));
  },
  async change(memberId, change) {
    const chosen = Object.entries(change).filter(([, value]) => value !== null);
    const removed = Object.entries(change).flatMap(([name, value]) => (value === null ? [name] : []));
    const key = keys.preferencesOf(memberId);
    const fields = chosen.flatMap(([name, value]) => [name, JSON.stringify(value)]);
    if (fields.length > 0) await connection.run((redis) => redis.hset(key, ...fields));
    if (removed.length > 0) await connection.run((redis) => redis.hdel(key, ...removed));
  },
});
