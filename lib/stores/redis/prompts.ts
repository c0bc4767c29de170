import { limits } from '#lib/core/limits.ts';
import { promptViewSchema } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { PromptStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: prompts. ARGV: name, record, how many there may be. */
const putScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return 1
`);

export const createPrompts = (connection: RedisConnection, keys: RedisKeys): PromptStore => ({
  async list() {
    const records = await connection.run((redis) => redis.hgetall(keys.prompts));
    return Object.entries(records)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, record]) => promptViewSchema.parse(JSON.parse(record)));
  },
  put: async (prompt) =>
    (await connection.runScript(
      putScript,
      [keys.prompts],
      [prompt.name, JSON.stringify(prompt), limits.prompts],
    )) === 1,
  async remove(name) {
    await connection.run((redis) => redis.hdel(keys.prompts, name));
  },
});
