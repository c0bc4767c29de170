import { dirname, join, resolve } from 'node:path';
import type { ConfigSource } from './named-paths.ts';

/** Links inside these folders may lead to any folder or file. */
const folders = ['hooks', 'modules', 'remotes', 'branches'];

/** The settings and programs of a git directory in the workspace; the directory itself is protected. */
export function configOf(root: string, directory: readonly string[]): ConfigSource {
  const folder = join(/* turbopackIgnore: true */ root, ...directory);
  const within = (name: string) => join(/* turbopackIgnore: true */ folder, name);
  return {
    // The last contains no settings but the path to a directory with others.
    files: ['config', 'config.worktree', 'commondir'].map(within),
    folders: folders.map(within),
    areProtected: true,
    // Some hooks run in the git directory itself, such as those of a push.
    startsOf: (worktree) => [
      folder,
      ...(worktree === null ? [] : [resolve(folder, worktree)]),
      ...(directory.at(-1) === '.git' ? [dirname(folder)] : []),
    ],
  };
}
