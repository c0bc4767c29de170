/** The address of a page with its query, so that people can be sent back to it. */
export function pageAddress(path: string, asked: Record<string, string | string[] | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, values = []] of Object.entries(asked)) {
    for (const value of [values].flat()) search.append(name, value);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
