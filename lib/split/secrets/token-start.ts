/**
 * Where a token may start: not after a letter or digit, unless that ends an escape: a JSON line end (`\n`) or
 * quote (`\u0022`), `%3D` in a URL, or a terminal colour.
 */
export const tokenStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv])|(?<=\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})|(?<=\[[0-9;]{1,16}m))`;

const here = new RegExp(tokenStart, 'y');

export function isTokenStart(text: string, at: number): boolean {
  here.lastIndex = at;
  return here.test(text);
}
