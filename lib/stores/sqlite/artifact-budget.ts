import type { StorageUsage } from '#lib/core/vocabulary/storage-usage.ts';
import { readMetadata } from './artifact-rows.ts';
import type { Database } from './database.ts';

/** How much of the disk the bytes of all artifacts use. */
export interface ArtifactBudget {
  /** Counts an artifact again, and evicts the oldest artifacts that nobody kept or shared, never itself. */
  count(id: string, byteLength: number): Promise<void>;
  /** Sets whether it may be evicted before it expires. */
  setEvictable(id: string, isEvictable: boolean): void;
  readUsage(): StorageUsage;
}

/** @param limitBytes `null`: no limit besides the disk */
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
        // The row is updated first, so that nobody reads bytes that are about to be removed.
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
    readUsage() {
      const row = database.get(
        `SELECT total(stored_bytes) AS stored, total(CASE WHEN is_evictable = 0 THEN stored_bytes END) AS kept
         FROM artifacts WHERE has_bytes = 1`,
      );
      return { storedBytes: Number(row?.stored), keptBytes: Number(row?.kept), quotaBytes: limitBytes };
    },
  };
}
