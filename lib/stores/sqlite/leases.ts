import type { HolderRequest, LeaseStore } from '../stores.ts';
import type { Database } from './database.ts';

/** Leases outlive their process in the table, and their time; what is asked of the one process stays in it. */
export function createLeases(database: Database, nowMs: () => number): LeaseStore {
  const listeners = new Set<(conversationId: string, request: HolderRequest) => void>();
  return {
    async acquire(conversationId, token, ttlMs) {
      const { changes } = database.run(
        `INSERT INTO leases VALUES (?, ?, ?) ON CONFLICT (conversation_id)
         DO UPDATE SET token = excluded.token, expires_ms = excluded.expires_ms WHERE leases.expires_ms <= ?`,
        conversationId,
        token,
        nowMs() + ttlMs,
        nowMs(),
      );
      return changes === 1;
    },
    /** Also one whose time is over, unless somebody else took it: a computer that slept goes on where it was. */
    async renew(conversationId, token, ttlMs) {
      const { changes } = database.run(
        'UPDATE leases SET expires_ms = ? WHERE conversation_id = ? AND token = ?',
        nowMs() + ttlMs,
        conversationId,
        token,
      );
      return changes === 1;
    },
    /** The row stays, nobody's: who had the lease before this one finds that it was somebody else's meanwhile. */
    async release(conversationId, token) {
      database.run(
        `UPDATE leases SET token = '', expires_ms = 0 WHERE conversation_id = ? AND token = ?`,
        conversationId,
        token,
      );
    },
    listPending: async () =>
      database.all('SELECT conversation_id FROM pending').map((row) => String(row.conversation_id)),
    async setPending(conversationId, isPending) {
      const sql = isPending
        ? 'INSERT OR IGNORE INTO pending VALUES (?)'
        : 'DELETE FROM pending WHERE conversation_id = ?';
      database.run(sql, conversationId);
    },
    async ask(conversationId, request) {
      for (const listener of [...listeners]) listener(conversationId, request);
    },
    onAsked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
