import type { LeaseStore } from '../stores.ts';
import type { Database } from './database.ts';

/** Leases outlive their process in the table, and their time; the abort requests of one process stay in it. */
export function createLeases(database: Database, nowMs: () => number): LeaseStore {
  const abortListeners = new Set<(conversationId: string, runId: string) => void>();
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
    async renew(conversationId, token, ttlMs) {
      const { changes } = database.run(
        'UPDATE leases SET expires_ms = ? WHERE conversation_id = ? AND token = ? AND expires_ms > ?',
        nowMs() + ttlMs,
        conversationId,
        token,
        nowMs(),
      );
      return changes === 1;
    },
    async release(conversationId, token) {
      database.run('DELETE FROM leases WHERE conversation_id = ? AND token = ?', conversationId, token);
    },
    listPending: async () =>
      database.all('SELECT conversation_id FROM pending').map((row) => String(row.conversation_id)),
    async setPending(conversationId, isPending) {
      const sql = isPending
        ? 'INSERT OR IGNORE INTO pending VALUES (?)'
        : 'DELETE FROM pending WHERE conversation_id = ?';
      database.run(sql, conversationId);
    },
    async requestAbort(conversationId, runId) {
      for (const listener of abortListeners) listener(conversationId, runId);
    },
    onAbortRequest(listener) {
      abortListeners.add(listener);
      return () => abortListeners.delete(listener);
    },
  };
}
