import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import type { CloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { cloneRepository, removeClone } from './clone-repository.ts';
import type { CloneLimits } from './run-clone.ts';

/** Access to remote repositories. */
export interface Cloner {
  /** A new path for a clone of this name, never the same twice. */
  newPath(name: string): string;
  /** @throws WorkspaceError `unavailable` with why, in one sentence; nothing of the clone remains then */
  clone(url: CloneUrl, path: string): Promise<void>;
  /** Removes a clone of ours. */
  remove(path: string): Promise<void>;
  /** Stops running clones, and waits until nothing of them remains. */
  close(): Promise<void>;
}

/** @param folder folder that contains the clones, created on demand */
export function createCloner(folder: string, changed: Partial<CloneLimits> = {}): Cloner {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    newPath: (name) => join(/* turbopackIgnore: true */ folder, `${name}-${randomBytes(4).toString('hex')}`),
    async clone(url, path) {
      const work = cloneRepository(url, path, { ...limits, ...changed }, closing.signal);
      running.add(work);
      await work.finally(() => running.delete(work));
    },
    async remove(path) {
      // Folders that an admin named are not ours to remove.
      if (dirname(/* turbopackIgnore: true */ path) === folder) await removeClone(path);
    },
    async close() {
      closing.abort(new WorkspaceError('unavailable', 'The server stopped during the clone.'));
      await Promise.allSettled(running);
    },
  };
}
