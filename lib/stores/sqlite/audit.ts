import { limits } from '#lib/core/limits.ts';
import { auditEntrySchema } from '#lib/core/vocabulary/team/audit.ts';
import type { AuditStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createAudit = (database: Database): AuditStore => ({
  async append(entry) {
    const { lastId } = database.run(
      'INSERT INTO audit (action, by_id, timestamp, record) VALUES (?, ?, ?, ?)',
      entry.action,
      entry.by?.id ?? null,
      entry.timestamp,
      JSON.stringify(entry),
    );
    database.run('DELETE FROM audit WHERE id <= ?', lastId - limits.auditEntries);
  },
  deleteBefore: async (moment) => database.run('DELETE FROM audit WHERE timestamp < ?', moment).changes,
  async list({ actions, by, from, to }, before, limit) {
    const isBefore = /^\d{1,15}$/.test(before ?? '');
    const conditions = [
      ...(isBefore ? ['id < ?'] : []),
      ...(actions.length > 0 ? [`action IN (${actions.map(() => '?').join(', ')})`] : []),
      ...(by === null ? [] : ['by_id = ?']),
      ...(from === null ? [] : ['timestamp >= ?']),
      ...(to === null ? [] : ['timestamp < ?']),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const values = [...(isBefore ? [Number(before)] : []), ...actions, by, from, to].filter(
      (value) => value !== null,
    );
    return database
      .all(`SELECT id, record FROM audit ${where} ORDER BY id DESC LIMIT ?`, ...values, limit)
      .map((row) => auditEntrySchema.parse({ ...JSON.parse(String(row.record)), id: String(row.id) }));
  },
});
