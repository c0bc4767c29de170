import type { PinStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPins = (database: Database): PinStore => ({
  listOf: async (memberId) =>
    database
      .all('SELECT conversation_id FROM pins WHERE member_id = ?', memberId)
      .map((row) => String(row.conversation_id)),
  async set(memberId, conversationId, isPinned) {
    const sql = isPinned
      ? 'INSERT OR IGNORE INTO pins (member_id, conversation_id) VALUES (?, ?)'
      : 'DELETE FROM pins WHERE member_id = ? AND conversation_id = ?';
    database.run(sql, memberId, conversationId);
  },
});
