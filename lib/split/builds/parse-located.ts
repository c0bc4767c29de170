/** A line that begins with a location, as most tools print it: `src/cart.c:12:5: …`. */
export interface LocatedText {
  path: string;
  line: number;
  column: number | null;
  /** The text after the location. */
  rest: string;
}

const placed =
  /^((?:[A-Za-z]:(?=[\\/]))?[^\s:+\-|>#*"'`{[(=,;][^:"]{0,400}):(\d{1,9}):(?:(\d{1,9}):)? ?(.*)$/;
/** A time, an address or a number before a colon is not a path. */
const noPath = /^[\d.]+$|\d{4}-\d\d-\d\d/;
const plainPath = /[./\\]|file$/;
const spacedPath = /^[\w ./\\:~@-]+\.\w{1,10}$/;

export function parseLocated(text: string): LocatedText | null {
  const match = placed.exec(text);
  if (!match) return null;
  const [, path = '', line = '', column, remaining = ''] = match;
  if (noPath.test(path) || !(path.includes(' ') ? spacedPath : plainPath).test(path)) return null;
  return { path, line: Number(line), column: column === undefined ? null : Number(column), rest: remaining };
}
