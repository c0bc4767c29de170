import { type Conversation, conversationSchema } from '#lib/core/vocabulary/conversation.ts';
import type { ConversationStore } from '../stores.ts';
import type { RedisArtifacts } from './artifacts.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { deletePins } from './pins.ts';
import { defineScript } from './script.ts';
import { deleteDocumentsOf } from './search.ts';
import { moveReadersFunction } from './search-scripts.ts';
import { deleteUnread } from './unread.ts';

/** KEYS: records, by change. ARGV: ID, record, time of change. */
const createScript = defineScript(`
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
`);

/**
 * The same, only if the record is still ARGV[4], so that a concurrent change is not lost. KEYS[3]: numbers of its
 * documents. ARGV[5]: where the names of the index's keys begin.
 */
const replaceScript = defineScript(`
  ${moveReadersFunction}
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[4] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  local before, after = cjson.decode(ARGV[4]), cjson.decode(ARGV[2])
  if cjson.encode(before.audience) ~= cjson.encode(after.audience) then
    moveReaders(KEYS[3], ARGV[5], before, after)
  end
  return 1
`);

/** KEYS[3]: how far logs are indexed. */
const deleteScript = defineScript(`
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
`);

export function createConversations(
  connection: RedisConnection,
  keys: RedisKeys,
  artifacts: RedisArtifacts,
): ConversationStore {
  const recordKeys = [keys.conversations, keys.conversationsByChange];
  const read = (json: string): Conversation => conversationSchema.parse(JSON.parse(json));
  const findJson = (id: string) => connection.run((redis) => redis.hget(keys.conversations, id));
  const values = (conversation: Conversation) => [
    conversation.id,
    JSON.stringify(conversation),
    Date.parse(conversation.updatedAt),
  ];

  return {
    async create(conversation) {
      await connection.runScript(createScript, recordKeys, values(conversation));
    },
    async get(id) {
      const json = await findJson(id);
      return json === null ? null : read(json);
    },
    async list() {
      const ids = await connection.run((redis) => redis.zrevrange(keys.conversationsByChange, 0, -1));
      if (ids.length === 0) return [];
      const found = await connection.run((redis) => redis.hmget(keys.conversations, ...ids));
      // A conversation that was deleted between the two reads is missing.
      return found.filter((json) => json !== null).map(read);
    },
    async update(id, change) {
      for (;;) {
        const json = await findJson(id);
        if (json === null) return false;
        // Fields that a newer version has added stay.
        const next = values({ ...JSON.parse(json), ...read(json), ...change });
        const replaced = await connection.runScript(
          replaceScript,
          [...recordKeys, keys.searchNumbersOf(id)],
          [...next, json, keys.searchBlocks],
        );
        if (replaced === 1) return true;
      }
    },
    /** The record is deleted last, so a deletion that fails half-way can be retried. */
    async delete(id) {
      await artifacts.deleteOfConversation(id);
      await deletePins(connection, keys, id);
      await deleteUnread(connection, keys, id);
      await deleteDocumentsOf(connection, keys, id);
      await connection.run((redis) =>
        redis.unlink(keys.events(id), keys.live(id), keys.onceKeys(id), keys.lease(id), keys.artifactsOf(id)),
      );
      await connection.run((redis) => redis.srem(keys.pending, id));
      await connection.runScript(deleteScript, [...recordKeys, keys.searchPositions], [id]);
    },
    claimOnce: async (mark) => (await connection.run((redis) => redis.sadd(keys.marks, mark))) === 1,
  };
}
