import { dirname, join, resolve } from 'node:path';
import type { ConfigSource } from './named-paths.ts';

/** Links in a git directory may make of these any folder or file. */
const folders = ['hooks', 'modules', 'remotes', 'branches'];

/** The settings and programs of a git directory in the workspace, which is itself protected. */
export function configOf(root: string, directory: readonly string[]): ConfigSource {
  const folder = join(/* turbopackIgnore: true */ root, ...directory);
  const within = (name: string) => join(/* turbopackIgnore: true */ folder, name);
  return {
    // The last holds no settings: it is a path, to other ones.
    files: ['config', 'config.worktree', 'commondir'].map(within),
    folders: folders.map(within),
    areProtected: true,
    // Some hooks run in the git directory itself, so those of a push.
    startsOf: (worktree) => [
      folder,
      ...(worktree === null ? [] : [resolve(folder, worktree)]),
      ...(directory.at(-1) === '.git' ? [dirname(folder)] : []),
    ],
  };
}
