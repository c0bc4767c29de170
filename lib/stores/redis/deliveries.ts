import { limits } from '#lib/core/limits.ts';
import { deliverySchema } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { DeliveryStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: records, by due time. ARGV: ID, due time, record, how many there may be. */
const addScript = defineScript(`
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
  return 1
`);

/** KEYS: records, by due time. ARGV: now, when they are due next, how many. */
const takeScript = defineScript(`
  local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
  local records = {}
  for _, id in ipairs(ids) do
    local record = redis.call('HGET', KEYS[1], id)
    if record then
      redis.call('ZADD', KEYS[2], ARGV[2], id)
      table.insert(records, record)
    else
      redis.call('ZREM', KEYS[2], id)
    end
  end
  return records
`);

/** KEYS: records, by due time. ARGV: ID, due time, record. */
const postponeScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
`);

/** KEYS: records, by due time. ARGV: ID. */
const removeScript = defineScript(`
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
`);

/** @param queue its records, and when each is due */
export function createDeliveries(
  connection: RedisConnection,
  queue: RedisKeys['deliveries' | 'pushDeliveries'],
): DeliveryStore {
  const both = [queue.records, queue.byDue];
  return {
    add: async (delivery) =>
      (await connection.runScript(addScript, both, [
        delivery.id,
        delivery.dueMs,
        JSON.stringify(delivery),
        limits.deliveries,
      ])) === 1,
    async take(nowMs, nextMs, count) {
      const records = await connection.runScript(takeScript, both, [nowMs, nextMs, count]);
      return (records as string[]).map((record) => deliverySchema.parse(JSON.parse(record)));
    },
    async postpone(delivery) {
      const values = [delivery.id, delivery.dueMs, JSON.stringify(delivery)];
      await connection.runScript(postponeScript, both, values);
    },
    async remove(id) {
      await connection.runScript(removeScript, both, [id]);
    },
    async nextDueMs() {
      const [, score] = await connection.run((redis) => redis.zrange(queue.byDue, '0', '0', 'WITHSCORES'));
      return score === undefined ? null : Number(score);
    },
  };
}
