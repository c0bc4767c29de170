import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { rankPaths } from '../core/algorithms/rank-paths.ts';
import { limits } from '../core/limits.ts';
import { descriptorPath } from './descriptor-path.ts';
import { listTracked } from './list-tracked.ts';
import { openInside } from './open-inside.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

export interface FoundFile {
  path: string;
  byteLength: number;
}

export interface FindOptions {
  /** Part of a path. */
  query: string;
  /** How many files at most. */
  most: number;
  signal: AbortSignal;
}

/** The files of the workspace whose path contains the query, best first, without those git ignores. */
export async function findFiles(
  root: WorkspaceRoot,
  { query, most, signal }: FindOptions,
): Promise<FoundFile[]> {
  const { handle } = await openInside(root, []);
  try {
    const bounds = { maxFiles: limits.foundAmongFiles, withinMs: limits.foundWithinMs };
    const { paths } = await listTracked({ root, components: [], handle, glob: null, signal, ...bounds });
    const folder = descriptorPath(handle, root.path, []);
    const found = await Promise.all(
      rankPaths(paths, query, most).map(async (path) => {
        const stats = await lstat(join(folder, path)).catch(() => null);
        return stats?.isFile() ? [{ path, byteLength: stats.size }] : [];
      }),
    );
    return found.flat();
  } finally {
    await handle.close();
  }
}
