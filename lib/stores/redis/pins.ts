import type { PinStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/**
 * Two sets, possibly on two nodes: the conversation's set is written first, so that its deletion finds all
 * pins.
 */
export const createPins = (connection: RedisConnection, keys: RedisKeys): PinStore => ({
  listOf: (memberId) => connection.run((redis) => redis.smembers(keys.pinsOf(memberId))),
  async set(memberId, conversationId, isPinned) {
    if (isPinned) {
      await connection.run((redis) => redis.sadd(keys.pinnedBy(conversationId), memberId));
      await connection.run((redis) => redis.sadd(keys.pinsOf(memberId), conversationId));
    } else {
      await connection.run((redis) => redis.srem(keys.pinsOf(memberId), conversationId));
      await connection.run((redis) => redis.srem(keys.pinnedBy(conversationId), memberId));
    }
  },
});

/** Deletes the pins of a conversation that is being deleted. */
export async function deletePins(
  connection: RedisConnection,
  keys: RedisKeys,
  conversationId: string,
): Promise<void> {
  const members = await connection.run((redis) => redis.smembers(keys.pinnedBy(conversationId)));
  for (const memberId of members) {
    await connection.run((redis) => redis.srem(keys.pinsOf(memberId), conversationId));
  }
  await connection.run((redis) => redis.unlink(keys.pinnedBy(conversationId)));
}
