import { isFrozenCopy } from '../is-frozen-copy.ts';
import type { ArtifactBudget, StoredBytes } from './artifact-budget.ts';
import { artifactKeysOf } from './artifact-keys.ts';
import { evictScript } from './artifact-scripts.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** Counts the bytes of an artifact, and evicts others to make room for it. */
export async function countArtifact(
  connection: RedisConnection,
  keys: RedisKeys,
  budget: ArtifactBudget,
  id: string,
  stored: StoredBytes,
): Promise<void> {
  const isEvictable = stored.isEvictable && !isFrozenCopy(id);
  for (const evicted of await budget.count(id, { ...stored, isEvictable })) {
    const outcome = await connection.runScript(evictScript, artifactKeysOf(keys, evicted), []);
    if (outcome === 'kept') await budget.setEnd(evicted, { endsMs: null, isEvictable: false });
    else await budget.forget(evicted);
  }
}
