import { chosenSettingsSchema } from '#lib/core/vocabulary/team/team-settings.ts';
import type { SettingsStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** One hash field per setting, so that concurrent changes of different settings do not conflict. */
export const createSettings = (connection: RedisConnection, keys: RedisKeys): SettingsStore => ({
  async get() {
    const fields = await connection.run((redis) => redis.hgetall(keys.settings));
    return chosenSettingsSchema.parse(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.parse(value)])),
    );
  },
  async change(change) {
    const fields = Object.entries(change).flatMap(([name, value]) => [name, JSON.stringify(value)]);
    if (fields.length > 0) await connection.run((redis) => redis.hset(keys.settings, ...fields));
  },
});
