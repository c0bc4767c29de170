import { limits } from '#lib/core/limits.ts';
import {
  type AuditEntry,
  auditEntrySchema,
  isAuditMatch,
  type NewAuditEntry,
} from '#lib/core/vocabulary/team/audit.ts';
import type { AuditStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

const batch = 500;

const newEntrySchema = auditEntrySchema.omit({ id: true });
const parse = (fields: readonly string[]): NewAuditEntry => newEntrySchema.parse(JSON.parse(fields[1] ?? ''));

/** A Redis stream, which orders its entries and drops the oldest. */
export const createAudit = (connection: RedisConnection, keys: RedisKeys): AuditStore => ({
  async append(entry) {
    await connection.run((redis) =>
      redis.xadd(keys.audit, 'MAXLEN', '~', limits.auditEntries, '*', 'record', JSON.stringify(entry)),
    );
  },
  async deleteBefore(moment) {
    for (let count = 0; ; ) {
      const entries = await connection.run((redis) => redis.xrange(keys.audit, '-', '+', 'COUNT', batch));
      const kept = entries.findIndex(([, fields]) => parse(fields).timestamp >= moment);
      const old = entries.slice(0, kept === -1 ? entries.length : kept).map(([id]) => id);
      if (old.length > 0) count += await connection.run((redis) => redis.xdel(keys.audit, ...old));
      if (kept !== -1 || entries.length < batch) return count;
    }
  },
  async list(filter, before, limit) {
    const found: AuditEntry[] = [];
    let end = before !== null && /^\d{1,15}-\d{1,10}$/.test(before) ? `(${before}` : '+';
    for (;;) {
      const entries = await connection.run((redis) => redis.xrevrange(keys.audit, end, '-', 'COUNT', batch));
      for (const [id, fields] of entries) {
        const entry = { ...parse(fields), id };
        if (isAuditMatch(entry, filter)) found.push(entry);
        if (found.length === limit) return found;
      }
      const last = entries.at(-1);
      if (entries.length < batch || !last) return found;
      end = `(${last[0]}`;
    }
  },
});
