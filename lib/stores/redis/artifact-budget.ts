import { z } from 'zod';
import type { StorageUsage } from '#lib/core/vocabulary/storage-usage.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** The size of an artifact's bytes, when they expire, and whether they may be evicted earlier. */
export interface StoredBytes {
  byteLength: number;
  /** `null`: they do not expire. */
  endsMs: number | null;
  /** Nobody kept or shared it, and it is not being written. */
  isEvictable: boolean;
}

/**
 * How much of Redis the bytes of all artifacts use. It is a separate index by ID, under one hash tag: the
 * artifacts themselves are on any node of a cluster, so the index may name one that is gone, but never misses
 * one that exists.
 */
export interface ArtifactBudget {
  /** Counts an artifact again. Resolves to the artifacts to evict for it, oldest first, never itself. */
  count(id: string, stored: StoredBytes): Promise<string[]>;
  /** @param end `isEvictable: null` leaves that as it is */
  setEnd(id: string, end: { endsMs: number | null; isEvictable: boolean | null }): Promise<void>;
  forget(id: string): Promise<void>;
  readUsage(): Promise<StorageUsage>;
  /** Removes artifacts whose bytes have expired. */
  sweep(): Promise<void>;
}

/**
 * KEYS of each script: sizes, ends, evictable (by microseconds, oldest first), total. Expired entries are
 * removed along the way.
 */
const forgetLua = `
  local function forget(id)
    local size = tonumber(redis.call('HGET', KEYS[1], id) or '0')
    redis.call('HDEL', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    redis.call('ZREM', KEYS[3], id)
    if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('DEL', KEYS[4])
    elseif size > 0 then redis.call('DECRBY', KEYS[4], size) end
  end
`;

const forgetEndedLua = `
  ${forgetLua}
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  for _, ended in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 500)) do forget(ended) end
`;

const sweepScript = defineScript(forgetEndedLua);

/** ARGV: ID, end in ms or '', 1 if it may be evicted, the budget or ''. Returns IDs. */
const countScript = defineScript(`
  ${forgetEndedLua}
  local before = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('INCRBY', KEYS[4], tonumber(ARGV[2]) - before)
  if ARGV[3] ~= '' then redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1]) else redis.call('ZREM', KEYS[2], ARGV[1]) end
  if ARGV[4] == '1' then redis.call('ZADD', KEYS[3], 'NX', time[1] .. string.format('%06d', time[2]), ARGV[1]) end
  local chosen = {}
  if ARGV[5] == '' then return chosen end
  local over = tonumber(redis.call('GET', KEYS[4])) - tonumber(ARGV[5])
  for _, oldest in ipairs(redis.call('ZRANGE', KEYS[3], 0, 199)) do
    if over <= 0 then break end
    if oldest ~= ARGV[1] then
      chosen[#chosen + 1] = oldest
      over = over - tonumber(redis.call('HGET', KEYS[1], oldest) or '0')
    end
  end
  return chosen
`);

/** ARGV: ID, end in ms or '', 1 if it may be evicted, 0 if not, '' if that stays. Does nothing for an artifact that is not counted. */
const setEndScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
  if ARGV[2] ~= '' then redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1]) else redis.call('ZREM', KEYS[2], ARGV[1]) end
  local time = redis.call('TIME')
  if ARGV[3] == '1' then redis.call('ZADD', KEYS[3], 'NX', time[1] .. string.format('%06d', time[2]), ARGV[1]) elseif ARGV[3] == '0' then redis.call('ZREM', KEYS[3], ARGV[1]) end
`);

/** Returns the bytes of all artifacts, and of those that may be evicted. */
const usageScript = defineScript(`
  ${forgetEndedLua}
  local evictable = 0
  local from = 0
  repeat
    local ids = redis.call('ZRANGE', KEYS[3], from, from + 499)
    if #ids > 0 then
      for _, size in ipairs(redis.call('HMGET', KEYS[1], unpack(ids))) do
        evictable = evictable + tonumber(size or '0')
      end
    end
    from = from + 500
  until #ids < 500
  return { tonumber(redis.call('GET', KEYS[4]) or '0'), evictable }
`);

const forgetScript = defineScript(`
  ${forgetLua}
  forget(ARGV[1])
`);

const idsSchema = z.array(z.string());
const usageSchema = z.tuple([z.number(), z.number()]);
const flag = (isSet: boolean): string => (isSet ? '1' : '0');

/** @param readLimit bytes; `null`: no limit */
export function createArtifactBudget(
  connection: RedisConnection,
  keys: RedisKeys,
  readLimit: () => Promise<number | null>,
): ArtifactBudget {
  const indexKeys = [keys.storedSizes, keys.storedEnds, keys.evictable, keys.storedTotal];
  return {
    async count(id, { byteLength, endsMs, isEvictable }) {
      const limit = await readLimit();
      const values = [id, byteLength, endsMs ?? '', flag(isEvictable), limit ?? ''];
      return idsSchema.parse(await connection.runScript(countScript, indexKeys, values));
    },
    async setEnd(id, { endsMs, isEvictable }) {
      const evictable = isEvictable === null ? '' : flag(isEvictable);
      await connection.runScript(setEndScript, indexKeys, [id, endsMs ?? '', evictable]);
    },
    async sweep() {
      await connection.runScript(sweepScript, indexKeys, []);
    },
    async readUsage() {
      const reply = usageSchema.parse(await connection.runScript(usageScript, indexKeys, []));
      const [storedBytes, evictableBytes] = reply;
      return { storedBytes, keptBytes: storedBytes - evictableBytes, quotaBytes: await readLimit() };
    },
    async forget(id) {
      await connection.runScript(forgetScript, indexKeys, [id]);
    },
  };
}
