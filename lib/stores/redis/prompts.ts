import { canonicalJson } from '#lib/core/algorithms/canonical-json.ts';
import { limits } from '#lib/core/limits.ts';
import { promptViewSchema } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { PromptStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: prompts. ARGV: name, record, record before or empty, how many there may be. */
const putScript = defineScript(`
  local before = redis.call('HGET', KEYS[1], ARGV[1]) or ''
  if before ~= ARGV[3] then return 'changed' end
  if before == '' and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 'full' end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return 'saved'
`);

/** KEYS: prompts. ARGV: name, record as it was read. */
const removeScript = defineScript(`
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
  return redis.call('HDEL', KEYS[1], ARGV[1])
`);

const parse = (record: string) => promptViewSchema.parse(JSON.parse(record));

export const createPrompts = (connection: RedisConnection, keys: RedisKeys): PromptStore => ({
  async list() {
    const records = await connection.run((redis) => redis.hgetall(keys.prompts));
    return Object.entries(records)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, record]) => parse(record));
  },
  async put(prompt, before) {
    const stored = await connection.run((redis) => redis.hget(keys.prompts, prompt.name));
    if (canonicalJson(stored && parse(stored)) !== canonicalJson(before)) return 'changed';
    const values = [prompt.name, JSON.stringify(prompt), stored ?? '', limits.prompts];
    return (await connection.runScript(putScript, [keys.prompts], values)) as 'saved' | 'full' | 'changed';
  },
  async remove(before) {
    const stored = await connection.run((redis) => redis.hget(keys.prompts, before.name));
    if (stored === null || canonicalJson(parse(stored)) !== canonicalJson(before)) return false;
    return (await connection.runScript(removeScript, [keys.prompts], [before.name, stored])) === 1;
  },
});
