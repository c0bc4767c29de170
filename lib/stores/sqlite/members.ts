import { type MemberRecord, memberRecordSchema } from '#lib/core/vocabulary/team/member.ts';
import type { MemberStore } from '../stores.ts';
import type { Database, Row } from './database.ts';

/** `last_seen_at` is a separate column: it is written often, and never by a decision about members. */
export function createMembers(database: Database): MemberStore {
  const read = (row: Row): MemberRecord =>
    memberRecordSchema.parse({ ...JSON.parse(String(row.record)), lastSeenAt: row.last_seen_at });
  const list = () =>
    database.all('SELECT record, last_seen_at FROM members ORDER BY created_at, id').map(read);
  return {
    list: async () => list(),
    async get(id) {
      const row = database.get('SELECT record, last_seen_at FROM members WHERE id = ?', id);
      return row ? read(row) : null;
    },
    async change(decide) {
      return database.transaction(() => {
        const changed = decide(list());
        for (const member of changed) {
          database.run(
            `INSERT INTO members VALUES (?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
            member.id,
            member.createdAt,
            member.lastSeenAt,
            JSON.stringify(member),
          );
        }
        return changed;
      });
    },
    async see(id, at) {
      database.run('UPDATE members SET last_seen_at = ? WHERE id = ?', at, id);
    },
  };
}
