/** The blanks before the first mark of a line; its length where there is none. */
export function countIndent(line: string): number {
  let place = 0;
  while (place < line.length && line.charCodeAt(place) === 32) place += 1;
  return place;
}
