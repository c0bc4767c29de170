import type { SecretStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createSecrets = (database: Database): SecretStore => ({
  async get(name, fresh) {
    database.run('INSERT OR IGNORE INTO secrets VALUES (?, ?)', name, fresh);
    return String(database.get('SELECT value FROM secrets WHERE name = ?', name)?.value);
  },
});
