import type { CredentialStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createCredentials = (database: Database): CredentialStore => ({
  async get(memberId, name) {
    const row = database.get(
      'SELECT sealed FROM credentials WHERE member_id = ? AND name = ?',
      memberId,
      name,
    );
    return row === undefined ? null : String(row.sealed);
  },
  async put(memberId, name, sealed) {
    database.run('INSERT OR REPLACE INTO credentials VALUES (?, ?, ?)', memberId, name, sealed);
  },
  delete: async (memberId, name) =>
    database.run('DELETE FROM credentials WHERE member_id = ? AND name = ?', memberId, name).changes === 1,
  async deleteOf(memberId) {
    database.run('DELETE FROM credentials WHERE member_id = ?', memberId);
  },
});
