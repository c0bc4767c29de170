/** Parses a file location as programs print it: `src/cart.mjs:12`. `null`: the text is not one. */
export function fileLocation(location: string): { path: string; line: number } | null {
  const parts = /^(.+):(\d+)$/.exec(location);
  return parts?.[1] === undefined ? null : { path: parts[1], line: Number(parts[2]) };
}
