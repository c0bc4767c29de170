/**
 * The paths that contain the words of a query, in any letter case: first those whose file name starts with it,
 * then those whose name contains it, then any other; shorter ones first.
 */
export function rankPaths(paths: readonly string[], query: string, most: number): string[] {
  const wanted = query.toLowerCase();
  // Few are wanted of very many, so not all are sorted.
  const best: Ranked[] = [];
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted);
    if (rank === null) continue;
    const candidate = { path, rank };
    const last = best[most - 1];
    if (last !== undefined && compare(candidate, last) >= 0) continue;
    const index = best.findIndex((other) => compare(candidate, other) < 0);
    best.splice(index === -1 ? best.length : index, 0, candidate);
    best.length = Math.min(best.length, most);
  }
  return best.map(({ path }) => path);
}

interface Ranked {
  path: string;
  rank: number;
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  return path.includes(wanted) ? 2 : null;
}

const compare = (one: Ranked, other: Ranked): number =>
  one.rank - other.rank || one.path.length - other.path.length || (one.path < other.path ? -1 : 1);
