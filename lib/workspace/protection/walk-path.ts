import { readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../core/lies-in.ts';
import { cannotFollow } from './cannot-follow.ts';

/** Where a path leads, as the kernel walks it. */
export interface WalkedPath {
  /** Without links. What is not there is taken as it is written. */
  real: string;
  /** Links that it passes, in order. */
  links: string[];
}

/** As the kernel has it. */
const maxLinks = 40;

/**
 * @param root of the workspace: in it a command may exchange what a path goes into and out of again (`a/../b`)
 * @param from absolute, without links: where a relative path starts
 * @throws WorkspaceError where it cannot be said where it leads, or will lead
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
