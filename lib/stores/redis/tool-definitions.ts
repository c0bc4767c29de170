import { seenDefinitionSchema } from '#lib/core/vocabulary/tools/tool-definition.ts';
import { definitionSlot, firstSlot } from '../definition-slot.ts';
import type { ToolDefinitionStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

export const createToolDefinitions = (connection: RedisConnection, keys: RedisKeys): ToolDefinitionStore => ({
  async list() {
    const records = await connection.run((redis) => redis.hgetall(keys.toolDefinitions));
    return Object.entries(records)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, record]) => seenDefinitionSchema.parse(JSON.parse(record)));
  },
  addFirst: async (seen) =>
    (await connection.run((redis) =>
      redis.hsetnx(keys.toolDefinitions, firstSlot(seen), JSON.stringify(seen)),
    )) === 1,
  async put(seen) {
    await connection.run((redis) =>
      redis.hset(keys.toolDefinitions, definitionSlot(seen), JSON.stringify(seen)),
    );
  },
});
