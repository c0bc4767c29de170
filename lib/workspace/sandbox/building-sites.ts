import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Placeholder, removePlaceholder } from '../protection/placeholders.ts';
import { findSandboxes } from './find-sandboxes.ts';
import { freezeProcesses } from './hold-processes.ts';
import { acquireLock } from './workspace-lock.ts';

/**
 * Builds sandboxes of one workspace one at a time on this machine, while the commands that run in it are
 * paused, so that a scan of the workspace and the mounts derived from it describe the same state. This
 * applies to all servers of one user that see each other's processes.
 */
export interface BuildingSites {
  /**
   * Builds a sandbox while nothing changes in the workspace; paused commands continue afterwards.
   * @throws the signal's reason when aborted while waiting
   */
  buildIn<Built>(root: string, signal: AbortSignal, build: () => Promise<Built>): Promise<Built>;
  /** Records placeholders to be removed once no command runs in the workspace. */
  record(root: string, placeholders: readonly Placeholder[]): void;
  /** Call it once for each `buildIn`, when its command has ended or was not started. Never rejects. */
  leave(root: string): Promise<void>;
}

/** After a command is killed, its processes may take a moment to end. */
const maxTries = 20;
const retryMs = 50;

export function createBuildingSites(): BuildingSites {
  const activeIn = new Map<string, number>();
  const recordedIn = new Map<string, Placeholder[]>();
  const countActive = (root: string, change: 1 | -1): number => {
    const count = (activeIn.get(root) ?? 0) + change;
    if (count > 0) activeIn.set(root, count);
    else activeIn.delete(root);
    return count;
  };

  /** @returns whether nothing is left to remove, or somebody else will remove it */
  async function removeRecorded(root: string): Promise<boolean> {
    if (activeIn.has(root) || !recordedIn.has(root)) return true;
    if ((await findSandboxes(root)).length > 0) return false;
    // In reverse, so that entries in a folder are removed before the folder.
    for (const placeholder of (recordedIn.get(root) ?? []).toReversed())
      await removePlaceholder(root, placeholder);
    recordedIn.delete(root);
    return true;
  }

  return {
    async buildIn(root, signal, build) {
      countActive(root, 1);
      return await withLock(root, signal, async () => {
        const thaw = await freezeProcesses(await findSandboxes(root));
        try {
          return await build();
        } finally {
          thaw();
        }
      });
    },
    record(root, placeholders) {
      recordedIn.set(root, [...(recordedIn.get(root) ?? []), ...placeholders]);
    },
    async leave(root) {
      if (countActive(root, -1) > 0) return;
      const { signal } = new AbortController();
      for (let tries = 0; tries < maxTries; tries++) {
        // The workspace's folder may have been removed.
        const isDone = await withLock(root, signal, () => removeRecorded(root)).catch(() => true);
        if (isDone) return;
        await sleep(retryMs);
      }
    },
  };
}

async function withLock<Result>(
  root: string,
  signal: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> {
  const { dev, ino } = await stat(/* turbopackIgnore: true */ root, { bigint: true });
  const release = await acquireLock(`workspace-${dev}-${ino}`, signal);
  try {
    return await action();
  } finally {
    release();
  }
}
