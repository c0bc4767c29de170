import type { BackupCounts } from '../core/vocabulary/backup.ts';
import { type Copied, copyStores } from './copy-stores.ts';
import type { Stores } from './stores.ts';

/**
 * Copies a store into an empty one, and counts there again. While that lasts, and if it is interrupted, servers refuse to
 * work with it; the next filling begins again.
 * @param name of the store that is filled, for messages
 * @throws Error if it is not empty, or does not have afterwards what was copied
 */
export async function fillStore(from: Stores, to: Stores, name: string): Promise<Copied> {
  if (!(await to.bulk.beginFilling()))
    throw new Error(`${name} is not empty: empty it, or name another one. Nothing was changed.`);
  const { counts, goneCount } = await copyStores(from, to);
  const found = await to.bulk.counts();
  const missing = (Object.keys(counts) as (keyof BackupCounts)[]).find(
    // An artifact may have expired since, or gave way to others.
    (what) => what !== 'artifacts' && found[what] !== counts[what],
  );
  if (missing !== undefined)
    throw new Error(`${name} has ${found[missing]} ${missing}, and ${counts[missing]} were copied.`);
  await to.bulk.endFilling();
  const lost = Math.max(0, counts.artifacts - found.artifacts);
  return { counts: { ...counts, artifacts: counts.artifacts - lost }, goneCount: goneCount + lost };
}
