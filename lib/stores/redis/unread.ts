import { limits } from '#lib/core/limits.ts';
import { mentionFromJson, mentionToJson } from '../stored-mention.ts';
import type { UnreadConversation, UnreadStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';
import { isLaterId, streamId } from './stream-id.ts';

/**
 * Lua: sets a field to a value that starts with a stream ID, unless the present value starts with a later
 * one.
 */
const laterFunction = `
  local function parts(id)
    local ms, sequence = string.match(id, '^(%d+)-(%d+)')
    return tonumber(ms), tonumber(sequence)
  end
  local function setLater(key, field, value)
    local before = redis.call('HGET', key, field)
    if before then
      local ms, sequence = parts(value)
      local beforeMs, beforeSequence = parts(before)
      if ms < beforeMs or (ms == beforeMs and sequence <= beforeSequence) then return end
    end
    redis.call('HSET', key, field, value)
  end
`;

/**
 * KEYS: news, readers, news of the conversation, mentions of each mentioned member. ARGV: conversation, event, time,
 * how many are counted, who did it and when (JSON) or empty, IDs of the mentioned members.
 */
const noteScript = defineScript(`${laterFunction}
  setLater(KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
  local each = ARGV[2] .. ' ' .. ARGV[3]
  if not redis.call('LPOS', KEYS[3], each) then redis.call('RPUSH', KEYS[3], each) end
  redis.call('LTRIM', KEYS[3], -tonumber(ARGV[4]), -1)
  for at = 4, #KEYS do
    setLater(KEYS[at], ARGV[1], ARGV[2] .. ' ' .. ARGV[5])
    redis.call('SADD', KEYS[2], ARGV[at + 2])
  end
`);

/** KEYS: the member's read positions, readers. ARGV: conversation, event, member. */
const readScript = defineScript(`${laterFunction}
  setLater(KEYS[1], ARGV[1], ARGV[2])
  redis.call('SADD', KEYS[2], ARGV[3])
`);

/** KEYS: the member's read positions, their mentions, readers. ARGV: conversation, member. */
const deleteScript = defineScript(`
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('SREM', KEYS[3], ARGV[2])
`);

export const createUnread = (connection: RedisConnection, keys: RedisKeys): UnreadStore => ({
  async note(conversationId, { eventId, timestamp, by }, mentionedIds) {
    if (streamId(eventId) === '') return;
    const mentions = mentionedIds.map(keys.mentionsOf);
    await connection.runScript(
      noteScript,
      [keys.news, keys.readersOf(conversationId), keys.newsOf(conversationId), ...mentions],
      [
        ...[conversationId, eventId, timestamp, limits.countedUnread],
        ...[by === undefined ? '' : mentionToJson({ by, at: timestamp }), ...mentionedIds],
      ],
    );
  },
  async markRead(memberId, conversationId, eventId) {
    if (streamId(eventId) === '') return;
    await connection.runScript(
      readScript,
      [keys.readBy(memberId), keys.readersOf(conversationId)],
      [conversationId, eventId, memberId],
    );
  },
  readTo: (memberId, conversationId) =>
    connection.run((redis) => redis.hget(keys.readBy(memberId), conversationId)),
  async readersOf(conversationId) {
    const memberIds = await connection.run((redis) => redis.smembers(keys.readersOf(conversationId)));
    const marks = await Promise.all(
      memberIds.map(async (memberId) => ({
        memberId,
        eventId: await connection.run((redis) => redis.hget(keys.readBy(memberId), conversationId)),
      })),
    );
    // Somebody who was only mentioned has read nothing.
    return marks.flatMap(({ memberId, eventId }) => (eventId === null ? [] : [{ memberId, eventId }]));
  },
  async listOf(memberId, since) {
    const [news, read, mentions] = await Promise.all(
      [keys.news, keys.readBy(memberId), keys.mentionsOf(memberId)].map((key) =>
        connection.run((redis) => redis.hgetall(key)),
      ),
    );
    const readToOf = (conversationId: string) => read?.[conversationId] ?? null;
    const isUnread = (each: string, readTo: string | null) => {
      const [eventId = '', timestamp = ''] = each.split(' ');
      return isLaterId(eventId, readTo) && (readTo !== null || timestamp > since);
    };
    const unread = Object.entries(news ?? {}).filter(([id, latest]) => isUnread(latest, readToOf(id)));
    return await Promise.all(
      unread.map(async ([conversationId]) => {
        const readTo = readToOf(conversationId);
        const all = await connection.run((redis) => redis.lrange(keys.newsOf(conversationId), 0, -1));
        const { eventId, mention } = parseMention(mentions?.[conversationId] ?? '');
        const isMentioned = eventId !== '' && isLaterId(eventId, readTo);
        return {
          conversationId,
          // What was noted before there were counts.
          count: Math.max(1, all.filter((each) => isUnread(each, readTo)).length),
          isMentioned,
          ...(isMentioned && mention ? { mention } : {}),
        };
      }),
    );
  },
  async recordsOf(memberId) {
    const [reads, mentions] = await connection.run((redis) =>
      Promise.all([redis.hgetall(keys.readBy(memberId)), redis.hgetall(keys.mentionsOf(memberId))]),
    );
    return {
      reads: Object.entries(reads).map(([conversationId, eventId]) => ({ conversationId, eventId })),
      mentions: Object.entries(mentions).map(([conversationId, stored]) => ({
        conversationId,
        ...parseMention(stored),
      })),
    };
  },
  async deleteOf(memberId) {
    const own = [keys.readBy(memberId), keys.mentionsOf(memberId)];
    const fields = own.map((key) => connection.run((redis) => redis.hkeys(key)));
    for (const conversationId of new Set((await Promise.all(fields)).flat()))
      await connection.runScript(
        deleteScript,
        [...own, keys.readersOf(conversationId)],
        [conversationId, memberId],
      );
  },
});

/** A stored mention: the event, and after a space who did it and when (JSON) or nothing. */
function splitMention(stored: string): { eventId: string; json: string } {
  const [eventId = '', ...rest] = stored.split(' ');
  return { eventId, json: rest.join(' ') };
}

export function parseMention(stored: string): { eventId: string } & Pick<UnreadConversation, 'mention'> {
  const { eventId, json } = splitMention(stored);
  return { eventId, ...(json === '' ? {} : { mention: mentionFromJson(json) }) };
}

/** The stored mention with another JSON after its event; one without JSON stays. */
export function changeMention(stored: string, change: (json: string) => string): string {
  const { eventId, json } = splitMention(stored);
  return json === '' ? stored : `${eventId} ${change(json)}`;
}

/** Deletes the unread state of a conversation that is being deleted. */
export async function deleteUnread(
  connection: RedisConnection,
  keys: RedisKeys,
  conversationId: string,
): Promise<void> {
  const members = await connection.run((redis) => redis.smembers(keys.readersOf(conversationId)));
  for (const memberId of members) {
    await connection.run((redis) => redis.hdel(keys.readBy(memberId), conversationId));
    await connection.run((redis) => redis.hdel(keys.mentionsOf(memberId), conversationId));
  }
  await connection.run((redis) => redis.hdel(keys.news, conversationId));
  await connection.run((redis) => redis.unlink(keys.readersOf(conversationId), keys.newsOf(conversationId)));
}
