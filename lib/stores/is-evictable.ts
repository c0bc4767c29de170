import { isFrozenCopy } from './is-frozen-copy.ts';
import type { ArtifactRecord } from './stores.ts';

/** Whether an artifact may give way to others before it expires. */
export const isEvictable = ({ metadata: { id, state, expiresAt }, isKept }: ArtifactRecord): boolean =>
  state === 'complete' && !isKept && expiresAt !== null && !isFrozenCopy(id);
