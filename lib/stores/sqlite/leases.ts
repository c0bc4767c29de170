import type { HolderRequest, LeaseStore } from '../stores.ts';
import type { Database } from './database.ts';
import { steadyMs } from './steady-clock.ts';

/**
 * Leases stay in the table after their process has ended or their time is over; requests stay in this one
 * process.
 */
export function createLeases(database: Database): LeaseStore {
  const listeners = new Set<(conversationId: string, request: HolderRequest) => void>();
  return {
    async acquire(conversationId, token, ttlMs) {
      const { changes } = database.run(
        `INSERT INTO leases VALUES (?, ?, ?) ON CONFLICT (conversation_id)
         DO UPDATE SET token = excluded.token, expires_ms = excluded.expires_ms WHERE leases.expires_ms <= ?`,
        conversationId,
        token,
        steadyMs() + ttlMs,
        steadyMs(),
      );
      return changes === 1;
    },
    /** Also renews an expired lease, unless somebody else took it: after a computer slept, work goes on. */
    async renew(conversationId, token, ttlMs) {
      const { changes } = database.run(
        'UPDATE leases SET expires_ms = ? WHERE conversation_id = ? AND token = ?',
        steadyMs() + ttlMs,
        conversationId,
        token,
      );
      return changes === 1;
    },
    /**
     * The row stays without a holder, so an earlier holder notices that somebody else had the lease
     * meanwhile.
     */
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
