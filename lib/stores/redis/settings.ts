import { createSettingsParser } from '../settings-parser.ts';
import type { SettingsStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** One hash field per setting, so that concurrent changes of different settings do not conflict. */
export function createSettings(connection: RedisConnection, keys: RedisKeys): SettingsStore {
  const parse = createSettingsParser();
  return {
    get: async () => parse(await connection.run((redis) => redis.hgetall(keys.settings))),
    async change(change) {
      const fields = Object.entries(change).flatMap(([name, value]) => [name, JSON.stringify(value)]);
      if (fields.length > 0) await connection.run((redis) => redis.hset(keys.settings, ...fields));
    },
  };
}
