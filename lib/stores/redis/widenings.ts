import { wideningEventSchema } from '#lib/core/vocabulary/ledger/widening-event.ts';
import type { WideningStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** One hash with a field per number: the first to set it wins. */
export const createWidenings = (connection: RedisConnection, keys: RedisKeys): WideningStore => ({
  async list() {
    const records = await connection.run((redis) => redis.hvals(keys.widenings));
    return records
      .map((json) => wideningEventSchema.parse(JSON.parse(json)))
      .sort((one, other) => one.number - other.number);
  },
  append: async (event) =>
    (await connection.run((redis) =>
      redis.hsetnx(keys.widenings, String(event.number), JSON.stringify(event)),
    )) === 1,
});
