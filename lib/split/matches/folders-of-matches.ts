import type { FileTally } from './match-tally.ts';

/** The root of an absolute path is no folder by itself. */
function namesOf(path: string): string[] {
  const names = path.replace(/^\.\//, '').split('/');
  return names[0] === '' && names.length > 1 ? [`/${names[1]}`, ...names.slice(2)] : names;
}

/**
 * Matches by folder, at the first level where folders differ: `test/ 210, lib/ 20`. Empty: no level is
 * useful.
 */
export function foldersOfMatches(files: readonly FileTally[]): { folder: string; count: number }[] {
  const parts = files.map(({ path, count }) => ({ names: namesOf(path), count }));
  const total = files.reduce((sum, { count }) => sum + count, 0);
  for (const depth of [1, 2, 3]) {
    const folders = new Map<string, number>();
    for (const { names, count } of parts) {
      const folder = names.slice(0, Math.min(depth, names.length - 1)).join('/');
      folders.set(folder, (folders.get(folder) ?? 0) + count);
    }
    const sorted = [...folders]
      .map(([folder, count]) => ({ folder: folder === '' ? './' : `${folder}/`, count }))
      .toSorted((a, b) => b.count - a.count);
    if (sorted.length > 1 && (sorted[0]?.count ?? 0) < total * 0.95) return sorted;
  }
  return [];
}
