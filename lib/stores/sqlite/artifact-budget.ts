import { readMetadata } from './artifact-rows.ts';
import type { Database } from './database.ts';

/** How much of the disk the bytes of all artifacts take. */
export interface ArtifactBudget {
  /** Counts one anew; the oldest end for it that nobody kept or shared, never itself. */
  count(id: string, byteLength: number): Promise<void>;
  /** Whether it may end before its time. */
  setEvictable(id: string, isEvictable: boolean): void;
}

/** @param limitBytes `null`: what the disk has */
export function createArtifactBudget(
  database: Database,
  limitBytes: number | null,
  removeFiles: (id: string) => Promise<void>,
): ArtifactBudget {
  const storedBytes = (): number =>
    Number(database.get('SELECT total(stored_bytes) AS bytes FROM artifacts WHERE has_bytes = 1')?.bytes);
  const oldest = (id: string) =>
    database.get(
      'SELECT id, metadata FROM artifacts WHERE has_bytes = 1 AND is_evictable = 1 AND id <> ? ORDER BY rowid LIMIT 1',
      id,
    );
  return {
    async count(id, byteLength) {
      database.run('UPDATE artifacts SET stored_bytes = ? WHERE id = ?', byteLength, id);
      if (limitBytes === null) return;
      while (storedBytes() > limitBytes) {
        const row = oldest(id);
        if (!row) return;
        const metadata = { ...readMetadata(row), isEvicted: true };
        // The row first: nobody reads what is about to go.
        database.run(
          'UPDATE artifacts SET has_bytes = 0, metadata = ? WHERE id = ?',
          JSON.stringify(metadata),
          metadata.id,
        );
        await removeFiles(metadata.id);
      }
    },
    setEvictable(id, isEvictable) {
      database.run('UPDATE artifacts SET is_evictable = ? WHERE id = ?', Number(isEvictable), id);
    },
  };
}
