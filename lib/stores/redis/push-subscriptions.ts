import { limits } from '#lib/core/limits.ts';
import { pushSubscriptionSchema } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import type { PushSubscriptionStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: subscriptions. ARGV: ID, record, how many there may be. */
const putScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return 1
`);

export const createPushSubscriptions = (
  connection: RedisConnection,
  keys: RedisKeys,
): PushSubscriptionStore => ({
  async listOf(memberId) {
    const records = await connection.run((redis) => redis.hvals(keys.pushSubscriptionsOf(memberId)));
    return records
      .map((record) => pushSubscriptionSchema.parse(JSON.parse(record)))
      .sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1));
  },
  put: async (memberId, subscription) =>
    (await connection.runScript(
      putScript,
      [keys.pushSubscriptionsOf(memberId)],
      [subscription.id, JSON.stringify(subscription), limits.pushSubscriptions],
    )) === 1,
  remove: async (memberId, id) =>
    (await connection.run((redis) => redis.hdel(keys.pushSubscriptionsOf(memberId), id))) > 0,
  async deleteOf(memberId) {
    await connection.run((redis) => redis.del(keys.pushSubscriptionsOf(memberId)));
  },
});
