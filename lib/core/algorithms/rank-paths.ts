/**
 * The paths that contain the words of a query, in any letter case: first those whose file name starts with it,
 * then those whose name contains it, then any other; shorter ones first.
 */
export function rankPaths(paths: readonly string[], query: string, most: number): string[] {
  const wanted = query.toLowerCase();
  const ranked: { path: string; rank: number }[] = [];
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted);
    if (rank !== null) ranked.push({ path, rank });
  }
  return ranked
    .sort((one, other) => one.rank - other.rank || one.path.length - other.path.length || compare(one, other))
    .slice(0, most)
    .map(({ path }) => path);
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  return path.includes(wanted) ? 2 : null;
}

const compare = (one: { path: string }, other: { path: string }): number => (one.path < other.path ? -1 : 1);
