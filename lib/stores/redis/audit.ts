import { limits } from '#lib/core/limits.ts';
import { type AuditEntry, auditEntrySchema, isAuditMatch } from '#lib/core/vocabulary/team/audit.ts';
import type { AuditStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

const batch = 500;

/** A Redis stream, which orders its entries and drops the oldest. */
export const createAudit = (connection: RedisConnection, keys: RedisKeys): AuditStore => ({
  async append(entry) {
    await connection.run((redis) =>
      redis.xadd(keys.audit, 'MAXLEN', '~', limits.auditEntries, '*', 'record', JSON.stringify(entry)),
    );
  },
  async list(filter, before, limit) {
    const found: AuditEntry[] = [];
    let end = before !== null && /^\d{1,15}-\d{1,10}$/.test(before) ? `(${before}` : '+';
    for (;;) {
      const entries = await connection.run((redis) => redis.xrevrange(keys.audit, end, '-', 'COUNT', batch));
      for (const [id, fields] of entries) {
        const entry = auditEntrySchema.parse({ ...JSON.parse(fields[1] ?? ''), id });
        if (isAuditMatch(entry, filter)) found.push(entry);
        if (found.length === limit) return found;
      }
      const last = entries.at(-1);
      if (entries.length < batch || !last) return found;
      end = `(${last[0]}`;
    }
  },
});
