import { readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { cannotFollow } from './cannot-follow.ts';

/** Where a path leads, as the kernel resolves it. */
export interface WalkedPath {
  /** The path without links. Parts that do not exist are kept as they are written. */
  real: string;
  /** Links on the way, in order. */
  links: string[];
}

/** The kernel's limit. */
const maxLinks = 40;

/**
 * @param root the workspace: inside it a command may replace a folder that the path enters and leaves again
 * (`a/../b`)
 * @param from absolute, without links: the base of a relative path
 * @throws WorkspaceError if it cannot be determined where the path leads, or will lead
 */
export async function walkPath(root: string, from: string, path: string): Promise<WalkedPath> {
  const links: string[] = [];
  const waiting = path.split('/');
  let current = path.startsWith('/') ? '/' : from;
  let hasEntered = false;
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (hasEntered && isWithin(current, root))
        throw cannotFollow(path, 'it leads into a folder and out again');
      current = dirname(current);
      continue;
    }
    const entry = join(/* turbopackIgnore: true */ current, name);
    const target = await readlink(entry).catch(() => null);
    hasEntered = target === null;
    if (target === null) {
      current = entry;
      continue;
    }
    links.push(entry);
    if (links.length > maxLinks) throw cannotFollow(path, 'it leads through too many links');
    if (target.startsWith('/')) current = '/';
    waiting.unshift(...target.split('/'));
  }
  return { real: current, links };
}
