/** A line of a file, as programs name it: `src/cart.mjs:12`. `null`: it names none. */
export function fileLocation(location: string): { path: string; line: number } | null {
  const parts = /^(.+):(\d+)$/.exec(location);
  return parts?.[1] === undefined ? null : { path: parts[1], line: Number(parts[2]) };
}
