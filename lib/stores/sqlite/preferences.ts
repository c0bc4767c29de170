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
