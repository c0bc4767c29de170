import { limits } from '#lib/core/limits.ts';
import { pushSubscriptionSchema } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import type { PushSubscriptionStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: subscriptions of the member, owners, subscriptions of the owner before. ARGV: ID, record, member, how many there may be. */
const putScript = defineScript(`
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  if KEYS[3] ~= KEYS[1] then redis.call('HDEL', KEYS[3], ARGV[1]) end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
  return 1
`);

/** KEYS: subscriptions of the member, owners. ARGV: ID. */
const removeScript = defineScript(`
  if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
  redis.call('HDEL', KEYS[2], ARGV[1])
  return 1
`);

/** KEYS: subscriptions of the member, owners. */
const deleteScript = defineScript(`
  for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do redis.call('HDEL', KEYS[2], id) end
  redis.call('DEL', KEYS[1])
`);

export function createPushSubscriptions(connection: RedisConnection, keys: RedisKeys): PushSubscriptionStore {
  const of = keys.pushSubscriptionsOf;
  return {
    async listOf(memberId) {
      const records = await connection.run((redis) => redis.hvals(of(memberId)));
      return records
        .map((record) => pushSubscriptionSchema.parse(JSON.parse(record)))
        .sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1));
    },
    async put(memberId, subscription) {
      const { id } = subscription;
      const before = (await connection.run((redis) => redis.hget(keys.pushOwners, id))) ?? memberId;
      const values = [id, JSON.stringify(subscription), memberId, limits.pushSubscriptions];
      return (
        (await connection.runScript(putScript, [of(memberId), keys.pushOwners, of(before)], values)) === 1
      );
    },
    remove: async (memberId, id) =>
      (await connection.runScript(removeScript, [of(memberId), keys.pushOwners], [id])) === 1,
    async deleteOf(memberId) {
      await connection.runScript(deleteScript, [of(memberId), keys.pushOwners], []);
    },
    hasAny: async () => (await connection.run((redis) => redis.hlen(keys.pushOwners))) > 0,
  };
}
