/** The delimiters that text tables use, most likely first. */
export const delimiters = ['\t', ',', ';', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface DelimitedRows {
  /** @returns the cells of a row that is now complete, and the line it began at; `null`: it continues */
  push(line: string, number: number): { cells: string[]; line: number } | null;
}

const longestRow = 64 * 1024;

/** RFC 4180: cells in quotes may hold delimiters, quotes (twice) and line ends. */
export function createDelimitedRows(delimiter: Delimiter): DelimitedRows {
  let open: { text: string; line: number } | null = null;
  const delimiterCode = delimiter.charCodeAt(0);
  return {
    push(line, number) {
      if (open === null && !line.includes('"'))
        return { cells: plainCells(line, delimiterCode), line: number };
      const text: string = open === null ? line : `${open.text}\n${line}`;
      const from: number = open?.line ?? number;
      if (isQuoteOpen(line, delimiter, open !== null) && text.length < longestRow) {
        open = { text, line: from };
        return null;
      }
      open = null;
      return { cells: delimitedCells(text, delimiter), line: from };
    },
  };
}

/** For cells without quotes; `split` is slower for cells as short as these. */
function plainCells(line: string, delimiterCode: number): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let offset = 0; offset < line.length; offset += 1) {
    if (line.charCodeAt(offset) !== delimiterCode) continue;
    cells.push(line.slice(start, offset));
    start = offset + 1;
  }
  cells.push(line.slice(start));
  return cells;
}

/**
 * Whether a quote is open at the end of a line. A quote opens a cell only at its start; within the cell, two
 * of them are one.
 */
function isQuoteOpen(line: string, delimiter: Delimiter, wasOpen: boolean): boolean {
  let isOpen = wasOpen;
  for (let offset = line.indexOf('"'); offset !== -1; offset = line.indexOf('"', offset + 1)) {
    if (isOpen) {
      if (line[offset + 1] === '"') offset += 1;
      else isOpen = false;
    } else if (offset === 0 || line[offset - 1] === delimiter) isOpen = true;
  }
  return isOpen;
}

/** The cells of one row, which may span several lines. */
export function delimitedCells(text: string, delimiter: Delimiter): string[] {
  const cells: string[] = [];
  let offset = 0;
  for (;;) {
    if (text[offset] === '"') {
      let end = offset + 1;
      while (end < text.length && (text[end] !== '"' || text[end + 1] === '"'))
        end += text[end] === '"' ? 2 : 1;
      cells.push(text.slice(offset + 1, end).replaceAll('""', '"'));
      offset = text.indexOf(delimiter, end);
    } else {
      const end = text.indexOf(delimiter, offset);
      cells.push(text.slice(offset, end === -1 ? text.length : end));
      offset = end;
    }
    if (offset === -1) return cells;
    offset += 1;
  }
}
