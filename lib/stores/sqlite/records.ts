import { type Conversation, conversationSchema } from '#lib/core/vocabulary/conversation.ts';
import { type Share, shareSchema } from '#lib/core/vocabulary/share.ts';
import type { ArtifactStore, ConversationStore, ShareStore } from '../stores.ts';
import type { SqliteArtifacts } from './artifacts.ts';
import type { Database, Row } from './database.ts';
import { deleteDocumentsOf, setReaders } from './search.ts';

/** Tables with rows of a conversation, besides `conversations`. */
const tablesOfConversation = [
  'events',
  'once_keys',
  'live_events',
  'leases',
  'pending',
  'pins',
  'news',
  'news_events',
  'mentions',
  'read_marks',
] as const;

export function createConversations(database: Database, artifacts: SqliteArtifacts): ConversationStore {
  const read = (row: Row): Conversation => conversationSchema.parse(JSON.parse(String(row.record)));
  const find = (id: string): Conversation | null => {
    const row = database.get('SELECT record FROM conversations WHERE id = ?', id);
    return row ? read(row) : null;
  };
  return {
    async create(conversation) {
      const { id, updatedAt } = conversation;
      database.run('INSERT INTO conversations VALUES (?, ?, ?)', id, updatedAt, JSON.stringify(conversation));
    },
    get: async (id) => find(id),
    list: async () => database.all('SELECT record FROM conversations ORDER BY updated_at DESC').map(read),
    async update(id, change) {
      return database.transaction(() => {
        const current = find(id);
        if (!current) return false;
        const next = { ...current, ...change };
        database.run(
          'UPDATE conversations SET updated_at = ?, record = ? WHERE id = ?',
          next.updatedAt,
          JSON.stringify(next),
          id,
        );
        if (change.audience !== undefined) setReaders(database, next);
        return true;
      });
    },
    /** The rows are deleted last, so a deletion that fails half-way can be retried. */
    async delete(id) {
      await artifacts.deleteOfConversation(id);
      database.transaction(() => {
        database.run('DELETE FROM conversations WHERE id = ?', id);
        deleteDocumentsOf(database, id);
        for (const table of tablesOfConversation) {
          database.run(`DELETE FROM ${table} WHERE conversation_id = ?`, id);
        }
      });
    },
    claimOnce: async (mark) => database.run('INSERT OR IGNORE INTO marks VALUES (?)', mark).changes === 1,
  };
}

export function createShares(database: Database, artifacts: ArtifactStore, nowMs: () => number): ShareStore {
  const read = (row: Row): Share => shareSchema.parse(JSON.parse(String(row.record)));
  const find = (column: 'id' | 'token_hash', value: string): Share | null => {
    const row = database.get(
      `SELECT record FROM shares WHERE ${column} = ? AND expires_ms > ?`,
      value,
      nowMs(),
    );
    return row ? read(row) : null;
  };
  return {
    async create(share, tokenHash) {
      database.run(
        'INSERT INTO shares VALUES (?, ?, ?, ?, ?)',
        share.id,
        tokenHash,
        Date.parse(share.expiresAt),
        share.createdAt,
        JSON.stringify(share),
      );
    },
    list: async () =>
      database
        .all('SELECT record FROM shares WHERE expires_ms > ? ORDER BY created_at DESC', nowMs())
        .map(read),
    get: async (id) => find('id', id),
    findByTokenHash: async (tokenHash) => find('token_hash', tokenHash),
    async recordView(id, viewedAt) {
      return database.transaction(() => {
        const share = find('id', id);
        if (!share || (share.maxViews !== null && share.views >= share.maxViews)) return false;
        const viewed: Share = { ...share, views: share.views + 1, lastViewedAt: viewedAt };
        database.run('UPDATE shares SET record = ? WHERE id = ?', JSON.stringify(viewed), id);
        return true;
      });
    },
    async delete(id) {
      const { changes } = database.run('DELETE FROM shares WHERE id = ?', id);
      await artifacts.delete(id);
      return changes > 0;
    },
  };
}
