import type { BackupCounts } from '#lib/core/vocabulary/backup.ts';

/** @param get the one row that a query finds */
export function countRows(get: (sql: string) => Record<string, unknown> | undefined): BackupCounts {
  const count = (from: string): number => Number(get(`SELECT COUNT(*) AS count FROM ${from}`)?.count);
  return {
    conversations: count('conversations'),
    events: count('events'),
    ledgerEntries: count('ledger'),
    members: count('members'),
    artifacts: count('artifacts WHERE has_bytes = 1'),
  };
}
