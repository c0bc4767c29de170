import { lstat, readlink, rm, symlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { realPathOf } from '../real-path.ts';

/**
 * What of the repository in a workspace's root decides which programs git runs. A person's own git obeys it, so no command may
 * plant it: what can be mounted over is closed, the rest is put right when the command has ended.
 */
export interface Repository {
  /** Below `.git`, read-only: each is there, and no link. */
  closed: string[];
  /** There are no hooks: their folder is closed as an empty one. */
  lacksHooks: boolean;
  /** Where links of these lead to inside of the workspace, as components: closed there. */
  linkedFolders: string[][];
  /** Targets of what is a link; `null`: there must be nothing. */
  restored: Record<string, string | null>;
}

const decisive = ['config', 'config.worktree', 'hooks', 'modules'];
/** It would say that the repository is another. Nothing can be mounted where nothing is without leaving a trace. */
const neverThere = ['commondir', 'config.worktree'];

/** `null`: there is none, or `.git` is no folder. */
export async function readRepository(root: string): Promise<Repository | null> {
  const git = join(root, '.git');
  if ((await kindOf(git)) !== 'folder') return null;
  const found: Repository = { closed: [], lacksHooks: false, linkedFolders: [], restored: {} };
  for (const name of decisive) {
    const kind = await kindOf(join(git, name));
    if (kind === 'link') {
      found.restored[name] = await readlink(join(git, name));
      const target = relative(root, realPathOf(join(git, name))).split(sep);
      if (target[0] !== '..' && target[0] !== '.git') found.linkedFolders.push(target);
    } else if (kind !== null) found.closed.push(name);
    else if (name === 'hooks') found.lacksHooks = true;
  }
  for (const name of neverThere) {
    if ((await kindOf(join(git, name))) === null) found.restored[name] = null;
  }
  return found;
}

/** Puts right what a command changed. Never rejects. */
export async function restoreRepository(root: string, { restored }: Repository): Promise<void> {
  for (const [name, target] of Object.entries(restored)) {
    const path = join(root, '.git', name);
    try {
      const isAsBefore =
        target === null
          ? (await kindOf(path)) === null
          : (await kindOf(path)) === 'link' && (await readlink(path)) === target;
      if (isAsBefore) continue;
      await rm(path, { recursive: true, force: true });
      if (target !== null) await symlink(target, path);
    } catch {
      // The folder has gone, and what was in it.
    }
  }
}

const kindOf = (path: string): Promise<'folder' | 'link' | 'other' | null> =>
  lstat(path).then(
    (stats) => (stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'other'),
    () => null,
  );
