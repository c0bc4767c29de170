import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ArtifactStore } from './stores.ts';

export interface BytesCheck {
  /** ISO 8601. */
  checkedAt: string;
  /** `null`: the bytes are missing although they should exist. */
  actualSha256: string | null;
}

/** `null`: there is nothing to check, because the artifact is still being written or has expired. */
export type CheckBytes = (metadata: Pick<ArtifactMetadata, 'id' | 'state'>) => Promise<BytesCheck | null>;

/**
 * Hashes stored artifacts, one at a time. A complete artifact never changes, so a result is reused for five
 * minutes: a page of cards costs one read, and bytes that are changed later are still detected.
 */
export function createBytesChecker(artifacts: ArtifactStore, nowMs: () => number): CheckBytes {
  const retained = new Map<string, { startedMs: number; check: Promise<BytesCheck | null> }>();
  let last: Promise<unknown> = Promise.resolve();

  const hash = async (id: string): Promise<BytesCheck | null> => {
    const actualSha256 = await artifacts.hashBytes(id);
    const isAlive = actualSha256 !== null || (await artifacts.get(id))?.metadata.state === 'complete';
    return isAlive ? { checkedAt: new Date(nowMs()).toISOString(), actualSha256 } : null;
  };

  return ({ id, state }) => {
    if (state !== 'complete') return Promise.resolve(null);
    const known = retained.get(id);
    if (known && nowMs() - known.startedMs < limits.bytesCheckMs) return known.check;
    const check = last.then(() => hash(id));
    // The caller gets the error; the next check runs anyway.
    last = check.catch(() => {});
    retained.delete(id);
    retained.set(id, { startedMs: nowMs(), check });
    // Failures are not cached.
    check.catch(() => retained.delete(id));
    for (const oldest of retained.keys()) {
      if (retained.size <= limits.bytesChecks) break;
      retained.delete(oldest);
    }
    return check;
  };
}
