/** The blanks before the first mark of a line; its length where there is none. */
export function countIndent(line: string): number {
  let offset = 0;
  while (offset < line.length && line.charCodeAt(offset) === 32) offset += 1;
  return offset;
}
