/** Offsets at which the cells of a line begin, in a table aligned by blanks. */
export type CellStarts = readonly number[];

/** `| a | b |`, `│ a │ b │`. */
export function framedCells(line: string): string[] {
  const mark = line.includes('│') ? '│' : '|';
  const text = line.trim();
  const from = text.startsWith(mark) ? 1 : 0;
  const inside = text.slice(from, text.length > from && text.endsWith(mark) ? -1 : undefined);
  return inside.split(mark).map((cell) => cell.trim());
}

/** ` a | b `. */
export const ruledCells = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/** For a header of words separated by two or more blanks. */
export function headerStarts(line: string): number[] {
  const starts = [0];
  for (const gap of line.trimEnd().matchAll(/ {2,}(?=\S)/g)) starts.push(gap.index + gap[0].length);
  return starts;
}

/** For a rule `--  ----`. */
export const ruleStarts = (line: string): number[] => [...line.matchAll(/-+/g)].map(({ index }) => index);

export const cellsAt = (line: string, starts: CellStarts): string[] =>
  starts.map((start, index) => line.slice(start, starts[index + 1]).trim());

/** For a line that may not be aligned: splits at its gaps if that gives the same number of cells. */
export function cellsByGaps(line: string, starts: CellStarts): string[] {
  const cells = line.trim().split(/ {2,}/);
  return cells.length === starts.length ? cells : cellsAt(line, starts);
}
