import { defineScript } from './script.ts';

/**
 * An artifact has two keys. KEYS[1]: its bytes, a hash of chunks `0…n` and the line index under `index`, with
 * one expiry so that it expires as a whole. KEYS[2]: its record, a hash of `metadata`, `assistantView`,
 * `viewFacts` and `problems`. `index` exists from the start (empty: not text, or not known yet): a hash
 * without `index` means that the bytes are gone.
 *
 * ARGV[1] is how many of the two keys expire: a conversation's artifact keeps its record (1), the frozen copy
 * of a share expires as a whole (2).
 */
export const createArtifactScript = defineScript(`
  redis.call('HSET', KEYS[2], 'metadata', ARGV[2])
  redis.call('HSET', KEYS[1], 'index', '')
  for i = 1, tonumber(ARGV[1]) do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
`);

/**
 * Writes a chunk unless the artifact was deleted or evicted meanwhile, and extends its writer's deadline.
 * Returns the new deadline (ms), or 0 if nothing was written.
 */
export const writeChunkScript = defineScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
  for i = 1, tonumber(ARGV[1]) do redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + tonumber(ARGV[2])
`);

/**
 * Publishes what was written so far: the chunk that is not full yet (none: it has not grown), index and
 * record in one step, unless the artifact was deleted or evicted meanwhile.
 */
export const publishArtifactScript = defineScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then return end
  if ARGV[6] then redis.call('HSET', KEYS[1], ARGV[5], ARGV[6]) end
  redis.call('HSET', KEYS[1], 'index', ARGV[4])
  redis.call('HSET', KEYS[2], 'metadata', ARGV[3])
  for i = 1, tonumber(ARGV[1]) do redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
`);

/** An artifact that was deleted while being written stays deleted. Returns 1 if its bytes exist. */
export const completeArtifactScript = defineScript(`
  if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
  redis.call('HSET', KEYS[2], 'metadata', ARGV[2])
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'index', ARGV[3])
  for i = 1, tonumber(ARGV[1]) do
    if ARGV[4] == '' then redis.call('PERSIST', KEYS[i]) else redis.call('PEXPIREAT', KEYS[i], ARGV[4]) end
  end
  return 1
`);

/**
 * Returns `gone` if the bytes are gone, `changed` if the record is no longer ARGV[2]. ARGV[5] is 1 if
 * somebody keeps the artifact from now on, 0 if they released it, empty if that does not change.
 */
export const moveExpiryScript = defineScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
  if redis.call('HGET', KEYS[2], 'metadata') ~= ARGV[2] then return 'changed' end
  redis.call('HSET', KEYS[2], 'metadata', ARGV[3])
  if ARGV[5] ~= '' then redis.call('HSET', KEYS[2], 'isKept', ARGV[5]) end
  for i = 1, tonumber(ARGV[1]) do
    if ARGV[4] == '' then redis.call('PERSIST', KEYS[i]) else redis.call('PEXPIREAT', KEYS[i], ARGV[4]) end
  end
  return 'moved'
`);

/** Evicts the bytes to make room. Returns `kept` if somebody keeps the artifact by now. */
export const evictScript = defineScript(`
  if redis.call('HGET', KEYS[2], 'isKept') == '1' then return 'kept' end
  if redis.call('EXISTS', KEYS[1], KEYS[2]) < 2 then return 'gone' end
  redis.call('UNLINK', KEYS[1])
  redis.call('HSET', KEYS[2], 'isEvicted', '1')
  return 'evicted'
`);

/**
 * Returns metadata, assistant view, view facts, problems, whether it was evicted and whether it is kept (or
 * nil), whether the bytes exist, and the time by Redis' clock.
 */
export const readRecordScript = defineScript(`
  local record = redis.call('HMGET', KEYS[2], 'metadata', 'assistantView', 'viewFacts', 'problems', 'isEvicted', 'isKept')
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  return {record[1], record[2], record[3], record[4], record[5], record[6], redis.call('EXISTS', KEYS[1]), now}
`);

/** Returns metadata, whether the bytes exist, and the time by Redis' clock. */
export const readMetadataScript = defineScript(`
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  return {redis.call('HGET', KEYS[2], 'metadata'), redis.call('EXISTS', KEYS[1]), now}
`);

export const setAssistantViewScript = defineScript(`
  if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HSET', KEYS[2], 'assistantView', ARGV[1], 'viewFacts', ARGV[2]) end
`);

export const setProblemsScript = defineScript(`
  if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HSET', KEYS[2], 'problems', ARGV[1]) end
`);
