import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import type { BackupCounts } from '../core/vocabulary/backup.ts';
import { type Copied, copyStores } from './copy-stores.ts';
import type { Stores } from './stores.ts';

/**
 * Copies a store into an empty one, and counts there again. While that lasts, and if it is interrupted, servers refuse to
 * work with it; the next filling begins again.
 * @param name of the store that is filled, for messages
 * @param finish what has to be done before servers work with it
 * @throws Error if it is not empty or too small, or does not have afterwards what was copied
 */
export async function fillStore(
  from: Stores,
  to: Stores,
  name: string,
  finish: () => Promise<void> = async () => {},
): Promise<Copied> {
  await requireRoom(from, to, name);
  const answer = await to.bulk.beginFilling();
  if (answer === 'busy')
    throw new Error(
      `Another copy is being made into ${name}, or was interrupted a minute ago. Try again then.`,
    );
  if (answer === 'not_empty')
    throw new Error(`${name} is not empty: empty it, or name another one. Nothing was changed.`);
  try {
    const copied = await copyStores(from, to);
    const found = await to.bulk.counts();
    const missing = (Object.keys(copied.counts) as (keyof BackupCounts)[]).find(
      // An artifact may have expired since.
      (what) => what !== 'artifacts' && found[what] !== copied.counts[what],
    );
    if (missing !== undefined)
      throw new Error(`${name} has ${found[missing]} ${missing}, and ${copied.counts[missing]} were copied.`);
    await finish();
    await to.bulk.endFilling();
    const lost = Math.max(0, copied.counts.artifacts - found.artifacts);
    return {
      counts: { ...copied.counts, artifacts: copied.counts.artifacts - lost },
      goneCount: copied.goneCount + lost,
    };
  } finally {
    to.bulk.stopFilling();
  }
}

/** What does not fit would evict what was copied before it. */
async function requireRoom(from: Stores, to: Stores, name: string): Promise<void> {
  const [{ storedBytes }, { quotaBytes }] = await Promise.all([
    from.artifacts.readUsage(),
    to.artifacts.readUsage(),
  ]);
  if (quotaBytes === null || storedBytes <= quotaBytes) return;
  throw new Error(
    `The results take ${formatBytes(storedBytes)}, and ${name} takes ${formatBytes(quotaBytes)} of them: raise maxmemory, or VITRINE_ARTIFACT_MB. Nothing was changed.`,
  );
}
