import { createTally } from '../tally.ts';

/** If one group has more than this share of the names, it is split further. */
const maxShare = 0.8;

export interface NameGroup {
  name: string;
  count: number;
}

export interface NameGroups {
  add(name: string): void;
  /**
   * The largest groups first, without the folder that nearly all names share; `within` is that folder, or
   * `null`.
   */
  top(max: number, total: number): { within: string | null; groups: NameGroup[] };
}

/** Groups names by prefix: `feature/`, and for names with dashes `release-` where that says more. */
export function createNameGroups(): NameGroups {
  const [folders, words] = [createTally(500), createTally(2_000)];
  return {
    add(name) {
      const folder = folderOf(name);
      if (folder !== null) folders.add(folder);
      const word = wordOf(name, folder ?? '');
      if (word !== null) words.add(word);
    },
    top(max, total) {
      const [first] = folders.top(1);
      const isOne = first === undefined || first.count >= total * maxShare;
      const within = isOne ? (first?.name ?? '') : '';
      const inside = words
        .top(max)
        .filter(({ name, count }) => count > 1 && name.startsWith(within))
        .map(({ name, count }) => ({ name: name.slice(within.length), count }));
      if (!isOne || inside.length === 0) return { within: null, groups: folders.top(max) };
      return { within: within === '' ? null : within, groups: inside };
    },
  };
}

/** `remotes/origin/`, `refs/tags/`, `feature/` */
function folderOf(name: string): string | null {
  const [, known] =
    /^((?:refs\/(?:remotes\/[^/]{1,100}|[^/]{1,100})|remotes\/[^/]{1,100}|[^/{@]{1,40})\/)./.exec(name) ?? [];
  return known ?? null;
}

/**
 * `remotes/origin/cherry-pick-` for `remotes/origin/cherry-pick-12ab34-release-1.2`: up to the first number
 * or the next folder.
 */
function wordOf(name: string, folder: string): string | null {
  const remaining = name.slice(folder.length, folder.length + 100);
  const [, word] = /^([A-Za-z]{2,40}\/|(?:[A-Za-z]{2,30}[-_.]){1,3})(?=[^/])/.exec(remaining) ?? [];
  if (word === undefined) return null;
  const index = /[-_.](?=[0-9a-f]{0,8}\d)/.exec(remaining)?.index;
  return folder + (word.endsWith('/') || index === undefined ? word : remaining.slice(0, index + 1));
}
