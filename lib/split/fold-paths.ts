/**
 * Groups paths, naming a folder shared by several only once: `src/a.ts 9, src/{b.ts 3, c.ts 2}, lib/d.ts 1`.
 * The first stays whole, since it is the one a reader looks for.
 * @param items each starts with a path; the text after it stays with its name
 */
export function foldPaths(items: readonly string[]): string[] {
  const [first, ...others] = items;
  if (first === undefined) return [];
  const folders = Map.groupBy(others, folderOf);
  return [
    first,
    ...[...folders].flatMap(([folder, inside]) =>
      folder === '' || inside.length === 1
        ? inside
        : [`${folder}{${inside.map((item) => item.slice(folder.length)).join(', ')}}`],
    ),
  ];
}

function folderOf(item: string): string {
  const [path = ''] = item.split(/[\s:]/, 1);
  return path.slice(0, path.lastIndexOf('/') + 1);
}
