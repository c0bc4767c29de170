import { createSettingsParser } from '../settings-parser.ts';
import type { SettingsStore } from '../stores.ts';
import type { Database } from './database.ts';

export function createSettings(database: Database): SettingsStore {
  const parse = createSettingsParser();
  return {
    async get() {
      const rows = database.all('SELECT name, value FROM settings ORDER BY name');
      return parse(Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)])));
    },
    async update(name, next) {
      database.transaction(() => {
        const row = database.get('SELECT value FROM settings WHERE name = ?', name);
        const value = next(row ? JSON.parse(String(row.value)) : null);
        database.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, JSON.stringify(value));
      });
    },
    async change(change) {
      database.transaction(() => {
        for (const [name, value] of Object.entries(change)) {
          database.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, JSON.stringify(value));
        }
      });
    },
  };
}
