/**
 * Lua: parses a lease's value, `<deadline in ms>:<token>`, and reads Redis' clock. A lease without a token or
 * past its deadline is free. Earlier versions stored the token alone, under a key that expires.
 */
export const readLease = `
  local function readLease(key)
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    local value = redis.call('GET', key)
    if not value then return {now = now} end
    local deadline, token = string.match(value, '^(%d+):(.*)$')
    if deadline then return {now = now, deadline = tonumber(deadline), token = token} end
    return {now = now, deadline = now + redis.call('PTTL', key), token = value}
  end
`;
