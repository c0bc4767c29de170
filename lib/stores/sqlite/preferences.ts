import type { PreferenceStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPreferences = (database: Database): PreferenceStore => ({
  async get(memberId) {
    const rows = database.all('SELECT name, value FROM preferences WHERE member_id = ?', memberId);
    return Object.fromEntries(rows.map(({ name, value }) => [String(name), JSON.parse(String(value))]));
  },
  async change(memberId, change) {
    database.transaction(() => {
      for (const [name, value] of Object.entries(change)) {
        if (value === null) {
          database.run('DELETE FROM preferences WHERE member_id = ? AND name = ?', memberId, name);
          continue;
        }
        database.run(
          'INSERT OR REPLACE INTO preferences VALUES (?, ?, ?)',
          memberId,
          name,
          JSON.stringify(value),
        );
      }
    });
  },
});
