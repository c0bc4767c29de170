import { createSettingsParser } from '../settings-parser.ts';
import type { SettingsStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: settings. ARGV: name, value as it was read or empty, new value. Returns whether it was still the same. */
const replaceScript = defineScript(`
  if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return 1
`);

/** One hash field per setting, so that concurrent changes of different settings do not conflict. */
export function createSettings(connection: RedisConnection, keys: RedisKeys): SettingsStore {
  const parse = createSettingsParser();
  return {
    get: async () => parse(await connection.run((redis) => redis.hgetall(keys.settings))),
    async update(name, next) {
      for (let isDone = false; !isDone; ) {
        const stored = await connection.run((redis) => redis.hget(keys.settings, name));
        const value = JSON.stringify(next(stored === null ? null : JSON.parse(stored)));
        isDone =
          (await connection.runScript(replaceScript, [keys.settings], [name, stored ?? '', value])) === 1;
      }
    },
    async change(change) {
      const fields = Object.entries(change).flatMap(([name, value]) => [name, JSON.stringify(value)]);
      if (fields.length > 0) await connection.run((redis) => redis.hset(keys.settings, ...fields));
    },
  };
}
