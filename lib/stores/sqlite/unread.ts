import { limits } from '#lib/core/limits.ts';
import { mentionFromJson, mentionToJson } from '../stored-mention.ts';
import type { UnreadStore } from '../stores.ts';
import type { Database } from './database.ts';
import { rowId } from './row-id.ts';

export const createUnread = (database: Database): UnreadStore => ({
  async note(conversationId, { eventId, timestamp, by }, mentionedIds) {
    const id = rowId(eventId);
    if (id === 0) return;
    database.transaction(() => {
      database.run(
        `INSERT INTO news VALUES (?, ?, ?) ON CONFLICT (conversation_id) DO UPDATE
         SET event_id = excluded.event_id, timestamp = excluded.timestamp WHERE excluded.event_id > event_id`,
        conversationId,
        id,
        timestamp,
      );
      database.run('INSERT OR IGNORE INTO news_events VALUES (?, ?, ?)', conversationId, id, timestamp);
      database.run(
        `DELETE FROM news_events WHERE conversation_id = ?1 AND event_id <= (
           SELECT event_id FROM news_events WHERE conversation_id = ?1 ORDER BY event_id DESC LIMIT 1 OFFSET ?2)`,
        conversationId,
        limits.countedUnread,
      );
      for (const memberId of mentionedIds) {
        database.run(
          `INSERT INTO mentions (conversation_id, member_id, event_id, record) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET event_id = excluded.event_id, record = excluded.record
           WHERE excluded.event_id > event_id`,
          conversationId,
          memberId,
          id,
          by === undefined ? null : mentionToJson({ by, at: timestamp }),
        );
      }
    });
  },
  async markRead(memberId, conversationId, eventId) {
    const id = rowId(eventId);
    if (id === 0) return;
    database.run(
      'INSERT INTO read_marks VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET event_id = MAX(event_id, excluded.event_id)',
      conversationId,
      memberId,
      id,
    );
  },
  async readTo(memberId, conversationId) {
    const row = database.get(
      'SELECT event_id FROM read_marks WHERE member_id = ? AND conversation_id = ?',
      memberId,
      conversationId,
    );
    return row ? String(row.event_id) : null;
  },
  readersOf: async (conversationId) =>
    database
      .all('SELECT member_id, event_id FROM read_marks WHERE conversation_id = ?', conversationId)
      .map((row) => ({ memberId: String(row.member_id), eventId: String(row.event_id) })),
  listOf: async (memberId, since) =>
    database
      .all(
        `SELECT news.conversation_id, mentions.event_id > COALESCE(read_marks.event_id, 0) AS is_mentioned,
           mentions.record AS mention,
           (SELECT COUNT(*) FROM news_events AS each
            WHERE each.conversation_id = news.conversation_id AND each.event_id > COALESCE(read_marks.event_id, 0)
              AND (read_marks.event_id IS NOT NULL OR each.timestamp > ?2)) AS count
         FROM news
         LEFT JOIN read_marks ON read_marks.conversation_id = news.conversation_id AND read_marks.member_id = ?1
         LEFT JOIN mentions ON mentions.conversation_id = news.conversation_id AND mentions.member_id = ?1
         WHERE news.event_id > COALESCE(read_marks.event_id, 0)
           AND (read_marks.event_id IS NOT NULL OR news.timestamp > ?2)`,
        memberId,
        since,
      )
      .map((row) => ({
        conversationId: String(row.conversation_id),
        // What was noted before there were counts.
        count: Math.max(1, Number(row.count)),
        isMentioned: row.is_mentioned === 1,
        ...(row.is_mentioned === 1 && row.mention ? { mention: mentionFromJson(String(row.mention)) } : {}),
      })),
  recordsOf: async (memberId) => ({
    reads: database
      .all('SELECT conversation_id, event_id FROM read_marks WHERE member_id = ?', memberId)
      .map((row) => ({ conversationId: String(row.conversation_id), eventId: String(row.event_id) })),
    mentions: database
      .all('SELECT conversation_id, event_id, record FROM mentions WHERE member_id = ?', memberId)
      .map(({ conversation_id, event_id, record }) => ({
        ...{ conversationId: String(conversation_id), eventId: String(event_id) },
        ...(record ? { mention: mentionFromJson(String(record)) } : {}),
      })),
  }),
  async deleteOf(memberId) {
    database.transaction(() => {
      database.run('DELETE FROM read_marks WHERE member_id = ?', memberId);
      database.run('DELETE FROM mentions WHERE member_id = ?', memberId);
    });
  },
});
