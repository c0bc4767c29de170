import { readdir, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { GitConfigPaths } from './git-config-paths.ts';
import { kindOf } from './git-directory.ts';
import type { ConfigSource } from './named-paths.ts';
import { readTextInside } from './read-text.ts';

const configNames = ['config', 'config.worktree'];

/** The settings of a git directory in the workspace. */
export async function configOf(root: string, directory: readonly string[]): Promise<ConfigSource> {
  const paths = configNames.map((name) => [...directory, name]);
  const files = await Promise.all(
    paths.map(async (path) =>
      (await kindOf(root, path)) === 'link' ? await targetOf(root, path) : [root, ...path].join('/'),
    ),
  );
  return {
    files,
    workTrees: async (paths) => [
      workTreeOf(root, directory, paths),
      ...(await linkedWorkTrees(root, directory)),
    ],
  };
}

/** What a link in the workspace leads to, as an absolute path. */
export async function targetOf(root: string, link: readonly string[]): Promise<string> {
  const folder = join(/* turbopackIgnore: true */ root, ...link.slice(0, -1));
  return resolve(folder, await readlink(join(/* turbopackIgnore: true */ root, ...link)));
}

function workTreeOf(root: string, directory: readonly string[], { worktree }: GitConfigPaths): string {
  const folder = [root, ...directory].join('/');
  if (worktree !== null) return resolve(folder, worktree);
  return directory.at(-1) === '.git' ? dirname(folder) : folder;
}

/** The hooks of the repository start in these too. */
async function linkedWorkTrees(root: string, directory: readonly string[]): Promise<string[]> {
  const folder = join(/* turbopackIgnore: true */ root, ...directory, 'worktrees');
  const names = await readdir(folder).catch(() => []);
  const texts = names.map((name) => readTextInside(root, [...directory, 'worktrees', name, 'gitdir']));
  const files = (await Promise.all(texts)).map((text) => text?.trim() ?? '').filter(Boolean);
  return files.map((file) => dirname(resolve(folder, file)));
}
