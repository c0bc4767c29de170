import type { z } from 'zod';
import { inviteSchema } from '#lib/core/vocabulary/team/member.ts';
import type { InviteStore, OnceStore, RateStore, TokenRecord, TokenRecordStore } from '../stores.ts';
import type { Database, Row } from './database.ts';

export function createTokenRecords<T extends TokenRecord>(
  database: Database,
  nowMs: () => number,
  { table, schema }: { table: 'sessions' | 'api_tokens'; schema: z.ZodType<T> },
): TokenRecordStore<T> {
  const read = (row: Row): T =>
    schema.parse({ ...JSON.parse(String(row.record)), lastSeenAt: row.last_seen_at });
  return {
    async create(record, tokenHash, endsAt) {
      database.run(
        `INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`,
        tokenHash,
        record.id,
        record.memberId,
        record.lastSeenAt,
        Date.parse(endsAt),
        JSON.stringify(record),
      );
    },
    async find(tokenHash) {
      const row = database.get(
        `SELECT record, last_seen_at FROM ${table} WHERE token_hash = ? AND ends_ms > ?`,
        tokenHash,
        nowMs(),
      );
      return row ? read(row) : null;
    },
    async see(tokenHash, at, endsAt) {
      const { changes } = database.run(
        `UPDATE ${table} SET last_seen_at = ?, ends_ms = ? WHERE token_hash = ? AND ends_ms > ?`,
        at,
        Date.parse(endsAt),
        tokenHash,
        nowMs(),
      );
      return changes === 1;
    },
    listOf: async (memberId) =>
      database
        .all(
          `SELECT record, last_seen_at FROM ${table} WHERE member_id = ? AND ends_ms > ? ORDER BY last_seen_at DESC, id`,
          memberId,
          nowMs(),
        )
        .map(read),
    delete: async (memberId, id) =>
      database.run(`DELETE FROM ${table} WHERE member_id = ? AND id = ?`, memberId, id).changes === 1,
    async deleteOf(memberId) {
      database.run(`DELETE FROM ${table} WHERE member_id = ?`, memberId);
    },
  };
}

export function createInvites(database: Database, nowMs: () => number): InviteStore {
  const read = (row: Row) => inviteSchema.parse(JSON.parse(String(row.record)));
  const open = 'expires_ms > ?';
  return {
    async create(invite, tokenHash) {
      database.run(
        'INSERT INTO invites VALUES (?, ?, ?, ?, ?)',
        tokenHash,
        invite.id,
        invite.createdAt,
        Date.parse(invite.expiresAt),
        JSON.stringify(invite),
      );
    },
    list: async () =>
      database
        .all(`SELECT record FROM invites WHERE ${open} ORDER BY created_at DESC, id`, nowMs())
        .map(read),
    async find(tokenHash) {
      const row = database.get(
        `SELECT record FROM invites WHERE token_hash = ? AND ${open}`,
        tokenHash,
        nowMs(),
      );
      return row ? read(row) : null;
    },
    async take(tokenHash) {
      const row = database.get(
        `DELETE FROM invites WHERE token_hash = ? AND ${open} RETURNING record`,
        tokenHash,
        nowMs(),
      );
      return row ? read(row) : null;
    },
    delete: async (id) =>
      database.run(`DELETE FROM invites WHERE id = ? AND ${open}`, id, nowMs()).changes === 1,
  };
}

export const createOnce = (database: Database, nowMs: () => number): OnceStore => ({
  async put(key, value, ttlMs) {
    database.run('INSERT OR REPLACE INTO once VALUES (?, ?, ?)', key, value, nowMs() + ttlMs);
  },
  async take(key) {
    const row = database.get(
      'DELETE FROM once WHERE key = ? AND expires_ms > ? RETURNING value',
      key,
      nowMs(),
    );
    return row ? String(row.value) : null;
  },
});

export const createRates = (database: Database, nowMs: () => number): RateStore => ({
  async hit(key, windowMs) {
    const now = nowMs();
    const row = database.get(
      `INSERT INTO rates VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN ends_ms <= ? THEN 1 ELSE count + 1 END,
         ends_ms = CASE WHEN ends_ms <= ? THEN excluded.ends_ms ELSE ends_ms END
       RETURNING count, ends_ms`,
      key,
      now + windowMs,
      now,
      now,
    );
    return { count: Number(row?.count), endsInMs: Number(row?.ends_ms) - now };
  },
});
