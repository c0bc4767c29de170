import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { type KnownRunner, runnerRecordSchema } from '#lib/core/vocabulary/runner-record.ts';
import type { RunnerStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

const clock = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * KEYS: runners. ARGV: address, the record, for how many milliseconds it is alive, for how many it is remembered then.
 * Removes those that are no longer remembered.
 */
const putScript = defineScript(`
  ${clock}
  local entry = cjson.encode({ record = ARGV[2], aliveUntilMs = now + tonumber(ARGV[3]) })
  redis.call('HSET', KEYS[1], ARGV[1], entry)
  local stored = redis.call('HGETALL', KEYS[1])
  for at = 1, #stored, 2 do
    if cjson.decode(stored[at + 1]).aliveUntilMs + tonumber(ARGV[4]) <= now then
      redis.call('HDEL', KEYS[1], stored[at])
    end
  end
`);

/** KEYS: runners. Returns the entries, and the time. */
const listScript = defineScript(`
  ${clock}
  return { string.format('%.0f', now), redis.call('HVALS', KEYS[1]) }
`);

const entrySchema = z.object({ record: z.string(), aliveUntilMs: z.number() });
const listSchema = z.tuple([z.coerce.number(), z.array(z.string())]);

/** One hash, since there are only a handful. All compare with the clock of Redis. */
export const createRunners = (connection: RedisConnection, keys: RedisKeys): RunnerStore => ({
  async put(runner, forMs) {
    const values = [runner.address, JSON.stringify(runner), forMs, limits.runnerRememberedMs];
    await connection.runScript(putScript, [keys.runners], values);
  },
  async list() {
    const [nowMs, entries] = listSchema.parse(await connection.runScript(listScript, [keys.runners], []));
    return entries
      .map((entry) => readEntry(entry, nowMs))
      .filter((runner) => runner !== null)
      .sort((one, other) => (one.address < other.address ? -1 : 1));
  },
});

/** `null`: nobody remembers it any more, or another version wrote it in a way that this one does not know. */
function readEntry(json: string, nowMs: number): KnownRunner | null {
  const { record, aliveUntilMs } = entrySchema.parse(JSON.parse(json));
  if (aliveUntilMs + limits.runnerRememberedMs <= nowMs) return null;
  const { data } = runnerRecordSchema.safeParse(JSON.parse(record));
  return data ? { ...data, isAlive: aliveUntilMs > nowMs } : null;
}
