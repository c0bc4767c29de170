/** The number of leading blanks of a line; the line's length when it is blank. */
export function countIndent(line: string): number {
  let offset = 0;
  while (offset < line.length && line.charCodeAt(offset) === 32) offset += 1;
  return offset;
}
