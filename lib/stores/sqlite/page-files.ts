import { limits } from '#lib/core/limits.ts';
import { batchesOf } from '../batches-of.ts';
import type { PageFileStore } from '../stores.ts';
import type { Database } from './database.ts';

/** Stored together: nothing else runs meanwhile. */
const filesAtOnce = 20;

export function createPageFiles(database: Database, nowMs: () => number): PageFileStore {
  const endsMs = () => nowMs() + limits.pageFileSeconds * 1000;
  return {
    async renew(build) {
      return database.run('UPDATE page_builds SET ends_ms = ? WHERE build = ?', endsMs(), build).changes > 0;
    },
    async put(build, files) {
      // Listed first, or a sweep would take what is stored; a server finds out by the names whether a build is whole.
      database.run('INSERT OR REPLACE INTO page_builds VALUES (?, ?)', build, endsMs());
      for await (const batch of batchesOf(files, filesAtOnce)) {
        const store = () => {
          for (const [name, bytes] of batch) {
            const text = Buffer.from(bytes).toString('base64');
            database.run('INSERT OR REPLACE INTO page_files VALUES (?, ?, ?)', name, build, text);
          }
        };
        database.transaction(store, { mayBeLost: true });
      }
    },
    async names() {
      const rows = database.all(
        'SELECT DISTINCT name FROM page_files JOIN page_builds USING (build) WHERE ends_ms > ?',
        nowMs(),
      );
      return new Set(rows.map(({ name }) => String(name)));
    },
    async read(name) {
      const row = database.get(
        'SELECT bytes FROM page_files JOIN page_builds USING (build) WHERE name = ? AND ends_ms > ? LIMIT 1',
        name,
        nowMs(),
      );
      return row ? Buffer.from(String(row.bytes), 'base64') : null;
    },
  };
}

export function sweepPageFiles(database: Database, nowMs: number): void {
  database.run('DELETE FROM page_builds WHERE ends_ms <= ?', nowMs);
  database.run('DELETE FROM page_files WHERE build NOT IN (SELECT build FROM page_builds)');
}
