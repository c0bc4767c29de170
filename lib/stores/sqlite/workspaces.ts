import { type WorkspaceRecord, workspaceRecordSchema } from '#lib/core/vocabulary/workspace-record.ts';
import type { WorkspaceStore } from '../stores.ts';
import type { Database, Row } from './database.ts';

export function createWorkspaces(database: Database): WorkspaceStore {
  const read = ({ record }: Row): WorkspaceRecord => workspaceRecordSchema.parse(JSON.parse(String(record)));
  return {
    list: async () => database.all('SELECT record FROM workspaces ORDER BY added_at, name').map(read),
    async add(record) {
      const values = [record.name, record.addedAt, JSON.stringify(record)] as const;
      return database.run('INSERT OR IGNORE INTO workspaces VALUES (?, ?, ?)', ...values).changes === 1;
    },
    finish: async ({ name, path }, end) =>
      database.transaction(() => {
        const row = database.get('SELECT record FROM workspaces WHERE name = ?', name);
        if (row === undefined) return false;
        const before = read(row);
        if (before.path !== path) return false;
        const record = JSON.stringify({ ...before, ...end });
        return database.run('UPDATE workspaces SET record = ? WHERE name = ?', record, name).changes === 1;
      }),
    remove: async (name) => database.run('DELETE FROM workspaces WHERE name = ?', name).changes === 1,
  };
}
