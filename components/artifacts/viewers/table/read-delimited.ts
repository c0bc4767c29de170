import type { DelimitedForm } from '#lib/core/algorithms/table/delimited-form.ts';
import { type Delimiter, delimitedCells } from '#lib/core/algorithms/table/delimited-rows.ts';
import { rowCountAt } from '#lib/core/algorithms/table/table-marks.ts';
import type { DataTables } from './data-table.ts';
import { quotedRowEnd } from './quoted-row-end.ts';
import { createRowList } from './row-list.ts';

const restRows = 2_000;
/** Maximum cells per row, since each row is read whole when shown. Texts with more are not tables. */
const maxCells = 100_000;

/** Reads delimited values (RFC 4180): quoted cells may contain delimiters, quotes (doubled) and line ends. */
export function* readDelimited(
  text: string,
  form: DelimitedForm,
  { firstLine, maxRows }: { firstLine: number; maxRows: number },
): Generator<void, DataTables> {
  const { delimiter } = form;
  const rows = createRowList(text);
  const rowAt = createRowFinder(text, delimiter);
  // The same rule as for locating rows: an unclosed quote counts as text.
  const split = (row: string) =>
    row.includes('"') && quotedRowEnd(row, 0, delimiter) === null
      ? row.split(delimiter)
      : delimitedCells(row, delimiter);
  let header: readonly string[] | null = null;
  let offset = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = firstLine;
  let read = 0;
  while (offset < text.length && rows.count < maxRows) {
    read += 1;
    if (read % restRows === 0) yield;
    const row = rowAt(offset);
    const from = offset;
    const begun = line;
    offset = row.next;
    line += row.lineCount;
    if (row.cellCount > maxCells) return { tables: [], isCut: false };
    if (row.end === from || isFoot(text, from, row.end, row.cellCount)) continue;
    if (header === null) {
      const cells = split(text.slice(from, row.end));
      // A range that begins further down has no header.
      const hasNames = form.hasHeader && firstLine === 1;
      header = hasNames ? cells : cells.map(() => '');
      if (hasNames) continue;
    }
    rows.add(from, row.end, begun, row.cellCount);
  }
  if (header === null) return { tables: [], isCut: false };
  return { tables: [rows.finish({ title: null, header, split })], isCut: offset < text.length };
}

/** The row count that psql prints below unframed rows. */
const isFoot = (text: string, from: number, end: number, cellCount: number): boolean =>
  cellCount === 1 && text.charCodeAt(from) === 0x28 && rowCountAt(text.slice(from, end)) !== null;

interface FoundRow {
  /** Offset of its end, without the line end. */
  end: number;
  next: number;
  cellCount: number;
  lineCount: number;
}

/** Locates the row at an offset; offsets are passed in ascending order. */
function createRowFinder(text: string, delimiter: Delimiter): (start: number) => FoundRow {
  const separator = delimiter.charCodeAt(0);
  // Kept from row to row: where quotes are rare, each row would search the whole text for the next one.
  let quote = -1;
  return (start) => {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (quote < start) {
      const found = text.indexOf('"', start);
      quote = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    const quoted = quote < end ? quotedRowEnd(text, start, delimiter) : null;
    if (quoted) return { ...quoted, end: withoutReturn(text, start, quoted.end) };
    let cellCount = 1;
    for (let at = start; at < end; at += 1) {
      if (text.charCodeAt(at) === separator) cellCount += 1;
    }
    return { end: withoutReturn(text, start, end), next: end + 1, cellCount, lineCount: 1 };
  };
}

const withoutReturn = (text: string, start: number, end: number): number =>
  end > start && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
