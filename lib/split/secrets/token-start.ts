/**
 * Where a token may begin: behind no letter and no digit, unless that ends what stands for another character: in JSON a line end
 * (`\n`) or a quote (`\u0022`), in a URL `%3D`; or a terminal's colour.
 */
export const tokenStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv])|(?<=\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})|(?<=\[[0-9;]{1,16}m))`;

const here = new RegExp(tokenStart, 'y');

export function isTokenStart(text: string, at: number): boolean {
  here.lastIndex = at;
  return here.test(text);
}
