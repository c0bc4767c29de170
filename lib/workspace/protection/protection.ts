import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { kindOf } from './git-directory.ts';
import { createMountPlan, type MountPlan } from './mount-plan.ts';
import { isPlaceholder, type Placeholder } from './placeholders.ts';
import { componentsIn } from './read-text.ts';

/** The protection of a workspace, while it is assembled. */
export interface Protection {
  root: string;
  mounts: MountPlan;
  /**
   * To be created before anything is mounted over them. Some may exist already, left by a server that was
   * killed.
   */
  placeholders: Placeholder[];
}

export const createProtection = (root: string): Protection => ({
  root,
  mounts: createMountPlan(),
  placeholders: [],
});

/** Makes an absolute path read-only, if it is in the workspace; missing parts of it cannot be created. */
export async function protectPath(
  { root, mounts, placeholders }: Protection,
  absolute: string,
  wanted: 'file' | 'folder',
): Promise<void> {
  if (!isWithin(absolute, root)) return;
  if (absolute === root) throw cannotProtect(['the workspace'], 'settings of git name it as a whole');
  const path = componentsIn(root, absolute);
  for (const index of path.keys()) {
    const part = path.slice(0, index + 1);
    if (mounts.covers(part)) return;
    const kind = await kindOf(root, part);
    if (kind === 'link') throw cannotProtect(part, 'it is a symbolic link');
    // The rest of the path cannot exist below something that is not a folder.
    const isWhole = index === path.length - 1 || (kind !== null && kind !== 'folder');
    const placeholder = { path: part, content: isWhole && wanted === 'file' ? '' : null };
    if (isWhole && (await hasOtherName(root, part)))
      throw cannotProtect(part, 'it has another name (a hard link)');
    const isAbsent = kind === null || (await isPlaceholder(root, placeholder));
    if (isAbsent) placeholders.push(placeholder);
    if (isAbsent || isWhole) {
      mounts.pin(part, 'close');
      return;
    }
  }
}

async function hasOtherName(root: string, path: readonly string[]): Promise<boolean> {
  const stats = await lstat(join(/* turbopackIgnore: true */ root, ...path)).catch(() => null);
  return stats?.isFile() === true && stats.nlink > 1;
}

export const cannotProtect = (path: readonly string[], why: string) =>
  new WorkspaceError(
    'unavailable',
    `Commands do not run: ${path.join('/')} cannot be protected, since ${why}`,
  );
