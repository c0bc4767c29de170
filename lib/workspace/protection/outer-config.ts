import { lstat, readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { GitDirectory } from './git-directory.ts';
import type { ConfigSource } from './named-paths.ts';
import { readText } from './read-text.ts';
import type { ScannedEntry } from './scan-workspace.ts';
import { walkPath } from './walk-path.ts';

/**
 * Settings from outside a workspace that git obeys inside it: those of this machine and of the server's user,
 * of repositories around the workspace, and of repositories elsewhere whose working trees (linked ones,
 * submodules) are in it.
 * @param entries all entries named `.git`
 */
export async function findOuterConfig(
  root: string,
  entries: readonly ScannedEntry[],
  directories: readonly GitDirectory[],
): Promise<ConfigSource[]> {
  const found = entries.filter(({ path }) => path.at(-1) === '.git');
  const workTrees = found.map(({ path }) => join(/* turbopackIgnore: true */ root, ...path.slice(0, -1)));
  const around = await findRepositoriesAround(root);
  const gitFolders = directories.map(({ path }) => join(/* turbopackIgnore: true */ root, ...path));
  // A `.git` folder has its own settings, unless it is linked to another repository.
  const folders = directories.filter(({ isLinked }) => !isLinked).map(({ path }) => path.join('/'));
  const linked = workTrees.filter((_, index) => !folders.includes(found[index]?.path.join('/') ?? ''));
  return [
    {
      files: globalFiles(),
      folders: [],
      areProtected: false,
      startsOf: () => [...around, ...workTrees, ...gitFolders],
    },
    ...(await Promise.all([...around, ...linked].map((workTree) => sourceOf(root, workTree)))),
  ];
}

const globalFiles = (): string[] => [
  '/etc/gitconfig',
  join(/* turbopackIgnore: true */ homedir(), '.config', 'git', 'config'),
  join(/* turbopackIgnore: true */ homedir(), '.gitconfig'),
];

/** Returns all of them, since git skips one that it cannot use. */
async function findRepositoriesAround(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = dirname(root); !folders.includes(folder); folder = dirname(folder)) folders.push(folder);
  const areThere = await Promise.all(
    folders.map((folder) =>
      lstat(join(/* turbopackIgnore: true */ folder, '.git')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return folders.filter((_, index) => areThere[index]);
}

async function sourceOf(root: string, workTree: string): Promise<ConfigSource> {
  const directory = await findDirectory(root, workTree);
  const common = await readText(root, join(/* turbopackIgnore: true */ directory, 'commondir'));
  const folder = resolve(directory, common?.trim() || '.');
  return {
    files: [
      join(/* turbopackIgnore: true */ folder, 'config'),
      join(/* turbopackIgnore: true */ directory, 'config.worktree'),
    ],
    folders: [join(/* turbopackIgnore: true */ folder, 'hooks')],
    areProtected: false,
    startsOf: () => [workTree, directory],
  };
}

/** The git directory of a working tree: its `.git`, or the folder that `.git` points to. */
async function findDirectory(root: string, workTree: string): Promise<string> {
  const entry = join(/* turbopackIgnore: true */ workTree, '.git');
  const target = await readlink(entry).catch(() => null);
  const text = target ?? (await readText(root, entry)) ?? '';
  const named = target ?? /^gitdir: ([^\r\n]+)/.exec(text)?.[1] ?? '.git';
  return (await walkPath(root, workTree, named)).real;
}
