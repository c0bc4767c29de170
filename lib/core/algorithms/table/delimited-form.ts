import { createDelimitedRows, type Delimiter, delimiters } from './delimited-rows.ts';
import { isDate } from './is-date.ts';

/** The format of a text table. */
export interface DelimitedForm {
  delimiter: Delimiter;
  columnCount: number;
  hasHeader: boolean;
}

const rowsLooked = 40;
/** With fewer rows, the same number of commas may be chance. */
const minRows = 5;

/**
 * Finds the delimiter that gives rows of equal length.
 * @param isNamed the text is declared to be such a table; otherwise more evidence is required
 */
export function delimitedFormOf(head: string, isNamed: boolean): DelimitedForm | null {
  if (!isNamed && !firstRowsMayBe(head)) return null;
  const lines = firstLines(head, rowsLooked);
  const found = delimiters.flatMap((delimiter) =>
    isNamed || mayBeRows(lines, delimiter) ? (formOf(lines, delimiter, isNamed) ?? []) : [],
  );
  return found.toSorted((a, b) => b.columnCount - a.columnCount)[0] ?? null;
}

/** For most texts, the first rows alone show that they are not a table. */
function firstRowsMayBe(head: string): boolean {
  const lines = firstLines(head, minRows);
  return delimiters.some((delimiter) => mayBeRows(lines, delimiter));
}

/** Complete lines only, unless the text has just one. */
function firstLines(head: string, max: number): string[] {
  const lines: string[] = [];
  let start = 0;
  while (lines.length < max) {
    const end = head.indexOf('\n', start);
    const line = head.slice(start, end === -1 ? head.length : end);
    if (line.trim() !== '' && (end !== -1 || lines.length < minRows)) lines.push(line);
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

/** Checks only the first rows, since most texts are not tables; quotes may contain delimiters. */
function mayBeRows(lines: readonly string[], delimiter: Delimiter): boolean {
  const [first] = lines;
  if (first === undefined || lines.length < minRows) return false;
  const wanted = countOf(first, delimiter);
  if (wanted === 0) return false;
  if (lines.slice(0, minRows).some((line) => line.includes('"'))) return true;
  return lines.slice(1, minRows).every((line) => countOf(line, delimiter) === wanted);
}

function countOf(line: string, delimiter: Delimiter): number {
  let count = 0;
  for (let offset = line.indexOf(delimiter); offset !== -1; offset = line.indexOf(delimiter, offset + 1))
    count += 1;
  return count;
}

function formOf(lines: readonly string[], delimiter: Delimiter, isNamed: boolean): DelimitedForm | null {
  const rows = createDelimitedRows(delimiter);
  const cells: string[][] = [];
  let columnCount = 0;
  let even = 0;
  for (const [index, line] of lines.entries()) {
    const row = rows.push(line, index);
    if (!row) continue;
    cells.push(row.cells);
    if (cells.length === 1) columnCount = row.cells.length;
    if (row.cells.length === columnCount) even += 1;
    // If nothing declares it a table, all rows must have equal length.
    else if (!isNamed) return null;
  }
  if (columnCount < 2) return null;
  const form = { delimiter, columnCount, hasHeader: isHeader(cells[0] ?? []) };
  if (isNamed) return even > 0.7 * cells.length || cells.length < 4 ? form : null;
  const isSure = cells.length >= minRows && (columnCount >= 3 || delimiter === '\t');
  return isSure && looksLikeCells(cells, form.hasHeader) ? form : null;
}

/** Header cells are distinct names without figures. */
const isHeader = (cells: readonly string[]): boolean =>
  new Set(cells).size === cells.length &&
  cells.every(
    (cell) => cell.trim() !== '' && cell.length <= 60 && Number.isNaN(Number(cell)) && !isDate(cell),
  );

/**
 * Prose has blanks after its commas and code has brackets; a table has a header and short cells, or columns
 * of figures.
 */
function looksLikeCells(rows: readonly string[][], hasHeader: boolean): boolean {
  const cells = rows.flat();
  const share = (test: (cell: string) => boolean) => cells.filter(test).length / cells.length;
  if (share((cell) => cell.startsWith(' ')) > 0.2 || share((cell) => /[{}()<>=]/.test(cell)) > 0.2)
    return false;
  const figures = share((cell) => cell !== '' && !Number.isNaN(Number(cell)));
  return hasHeader ? rows[0]?.every((name) => /^[\w .#/%()-]{1,40}$/.test(name)) === true : figures > 0.3;
}
