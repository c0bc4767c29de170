import { lstat, readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isNoRepository } from './git-directory.ts';
import type { ConfigSource } from './named-paths.ts';
import { readText } from './read-text.ts';
import type { ScannedEntry } from './scan-workspace.ts';

/**
 * Settings from outside of a workspace that git obeys inside it: those of this machine and of who runs this server, of the repository
 * that the workspace lies in, and of repositories elsewhere whose working trees (linked ones, submodules) lie in it.
 * @param entries all that are named `.git`
 */
export async function findOuterConfig(
  root: string,
  entries: readonly ScannedEntry[],
): Promise<ConfigSource[]> {
  const sources: ConfigSource[] = [];
  const workTrees: string[] = [];
  const around = await findRepositoryAround(root);
  if (around !== null) {
    workTrees.push(around);
    sources.push(await sourceOf(root, around));
  }
  for (const { path, kind } of entries) {
    if (path.at(-1) !== '.git') continue;
    const workTree = join(/* turbopackIgnore: true */ root, ...path.slice(0, -1));
    workTrees.push(workTree);
    // In a folder, they are the repository's own.
    if (kind !== 'folder') sources.push(await sourceOf(root, workTree));
  }
  return [{ files: globalFiles(), workTrees: async () => workTrees }, ...sources];
}

const globalFiles = (): string[] => [
  '/etc/gitconfig',
  join(/* turbopackIgnore: true */ homedir(), '.config', 'git', 'config'),
  join(/* turbopackIgnore: true */ homedir(), '.gitconfig'),
];

/** The nearest folder around the workspace that holds a `.git`; `null`: the workspace has one itself, or there is none. */
async function findRepositoryAround(root: string): Promise<string | null> {
  if (!(await isNoRepository(root))) return null;
  for (let folder = root; dirname(folder) !== folder; ) {
    folder = dirname(folder);
    const isThere = await lstat(join(/* turbopackIgnore: true */ folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return null;
}

async function sourceOf(root: string, workTree: string): Promise<ConfigSource> {
  const directory = await findDirectory(root, workTree);
  const common = await readText(root, join(/* turbopackIgnore: true */ directory, 'commondir'));
  const folder = resolve(directory, common?.text.trim() ?? '.');
  return {
    files: [
      join(/* turbopackIgnore: true */ folder, 'config'),
      join(/* turbopackIgnore: true */ directory, 'config.worktree'),
    ],
    workTrees: async () => [workTree],
  };
}

/** Where the repository of a working tree is: its `.git`, or what that leads to. */
async function findDirectory(root: string, workTree: string): Promise<string> {
  const entry = join(/* turbopackIgnore: true */ workTree, '.git');
  const target = await readlink(entry).catch(() => null);
  if (target !== null) return resolve(workTree, target);
  const text = (await readText(root, entry))?.text ?? '';
  const named = /^gitdir: (.+)/.exec(text)?.[1];
  return named === undefined ? entry : resolve(workTree, named);
}
