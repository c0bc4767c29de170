import { limits } from '#lib/core/limits.ts';
import { readLease } from './read-lease.ts';
import { defineScript } from './script.ts';

/**
 * A field of the once-keys: the last append of the lease's holder, and its result. No caller's key can equal
 * it.
 */
export const lastAttempt = ' last attempt';

/**
 * KEYS: events, live buffer, once-keys, lease. ARGV: options (JSON), then one event body each. Returns
 * `lease_lost`; or `repeated`, ID and body of the first event under the once-key; or `appended` and the new
 * IDs.
 */
export const appendScript = defineScript(`
  ${readLease}
  local options = cjson.decode(ARGV[1])
  if options.attempt then
    local last = cjson.decode(redis.call('HGET', KEYS[3], '${lastAttempt}') or '[]')
    if last[1] == options.attempt then return last[2] end
  end
  if options.leaseToken then
    local lease = readLease(KEYS[4])
    if lease.token ~= options.leaseToken or lease.deadline <= lease.now then return {'lease_lost'} end
  end
  if options.onceKey then
    local used = redis.call('HGET', KEYS[3], options.onceKey)
    if used then return {'repeated', used, redis.call('XRANGE', KEYS[1], used, used)[1][2][2]} end
  end
  local reply = {'appended'}
  for i = 2, #ARGV do reply[i] = redis.call('XADD', KEYS[1], '*', 'event', ARGV[i]) end
  if options.onceKey and reply[2] then redis.call('HSET', KEYS[3], options.onceKey, reply[2]) end
  if options.dropsLive then redis.call('XTRIM', KEYS[2], 'MAXLEN', 0) end
  if options.attempt then
    redis.call('HSET', KEYS[3], '${lastAttempt}', cjson.encode({options.attempt, reply}))
  end
  redis.call('PUBLISH', options.channel, '')
  return reply
`);

/**
 * KEYS: live buffer, events. ARGV: channel, whether the events replace the buffer, what they are, then one event body
 * each. Words are announced themselves, unless they are long, with the position before and with them and the last event.
 * Replacing trims the stream and keeps its key, and with it the last ID, so a reader's position stays before
 * what comes next.
 */
export const appendLiveScript = defineScript(`
  local function lastOf(key)
    local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
    return last and last[1] or ''
  end
  local before = lastOf(KEYS[1])
  if ARGV[2] == '1' then redis.call('XTRIM', KEYS[1], 'MAXLEN', 0) end
  local id
  for i = 4, #ARGV do
    id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ${limits.liveEvents}, '*', 'event', ARGV[i])
  end
  redis.call('EXPIRE', KEYS[1], ${limits.liveSeconds})
  local message = ARGV[3]
  if id and message == 'words' then
    local words = table.concat(ARGV, ',', 4)
    if #words <= ${limits.announcedBytes} then
      message = table.concat({'words', before, id, lastOf(KEYS[2]), '[' .. words .. ']'}, ' ')
    end
  end
  redis.call('PUBLISH', ARGV[1], message)
`);

/** KEYS: events. ARGV: limit, cursor or ''. Returns up to limit + 1 events after it, from the start if it is none. */
export const readDurableScript = defineScript(`
  local isKnown = ARGV[2] ~= '' and #redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2]) == 1
  return redis.call('XRANGE', KEYS[1], isKnown and '(' .. ARGV[2] or '-', '+', 'COUNT', tonumber(ARGV[1]) + 1)
`);

/**
 * KEYS: events, live buffer. ARGV: limit, durable cursor or '', live position or ''. Returns whether the
 * cursor is an entry here, up to limit + 1 events after it, and, if that is all, the live ones. A live
 * position past the stream's end is from a stream that expired and was restarted on an older clock: it is
 * then read from its start.
 */
export const readScript = defineScript(`
  local limit = tonumber(ARGV[1])
  local isKnown = ARGV[2] ~= '' and #redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2]) == 1
  local events = redis.call('XRANGE', KEYS[1], isKnown and '(' .. ARGV[2] or '-', '+', 'COUNT', limit + 1)
  local live = {}
  if #events <= limit then
    local isWithin = ARGV[3] ~= '' and #redis.call('XRANGE', KEYS[2], ARGV[3], '+', 'COUNT', 1) == 1
    live = redis.call('XRANGE', KEYS[2], isWithin and '(' .. ARGV[3] or '-', '+')
  end
  return {isKnown and 1 or 0, events, live}
`);
