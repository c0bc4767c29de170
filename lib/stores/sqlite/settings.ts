import { chosenSettingsSchema } from '#lib/core/vocabulary/team/team-settings.ts';
import type { SettingsStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createSettings = (database: Database): SettingsStore => ({
  async get() {
    const rows = database.all('SELECT name, value FROM settings');
    return chosenSettingsSchema.parse(
      Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(String(value))])),
    );
  },
  async change(change) {
    database.transaction(() => {
      for (const [name, value] of Object.entries(change)) {
        database.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, JSON.stringify(value));
      }
    });
  },
});
