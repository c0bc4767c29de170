import { limits } from '#lib/core/limits.ts';
import type { PageFileStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPageFiles = (database: Database, nowMs: () => number): PageFileStore => ({
  async renew(build) {
    const endsMs = nowMs() + limits.pageFileSeconds * 1000;
    return database.run('UPDATE page_builds SET ends_ms = ? WHERE build = ?', endsMs, build).changes > 0;
  },
  async put(build, files) {
    database.transaction(() => {
      for (const [name, bytes] of files) {
        const stored = Buffer.from(bytes).toString('base64');
        database.run('INSERT OR REPLACE INTO page_files VALUES (?, ?, ?)', name, build, stored);
      }
      const endsMs = nowMs() + limits.pageFileSeconds * 1000;
      database.run('INSERT OR REPLACE INTO page_builds VALUES (?, ?)', build, endsMs);
    });
  },
  async read(name) {
    const row = database.get(
      'SELECT bytes FROM page_files JOIN page_builds USING (build) WHERE name = ? AND ends_ms > ? LIMIT 1',
      name,
      nowMs(),
    );
    return row ? Buffer.from(String(row.bytes), 'base64') : null;
  },
});

export function sweepPageFiles(database: Database, nowMs: number): void {
  database.run('DELETE FROM page_builds WHERE ends_ms <= ?', nowMs);
  database.run('DELETE FROM page_files WHERE build NOT IN (SELECT build FROM page_builds)');
}
