import {
  cellsAt,
  cellsByGaps,
  framedCells,
  headerStarts,
  ruledCells,
  ruleStarts,
} from '#lib/core/algorithms/table/table-cells.ts';
import { isFrame, rowCountAt, tableStyleAt } from '#lib/core/algorithms/table/table-marks.ts';
import type { DataTable, DataTables } from './data-table.ts';
import { createRowList, type RowList } from './row-list.ts';

const restRows = 2_000;
/** Nobody would choose among more tables. */
const maxTables = 100;

interface OpenTable {
  rows: RowList;
  title: string | null;
  header: readonly string[];
  split: (row: string) => string[];
  isFramed: boolean;
}

/** Reads tables as programs draw them (psql, mysql, sqlite3, docker): framed, ruled, or aligned by spaces. */
export function* readDrawn(
  text: string,
  { firstLine, maxRows }: { firstLine: number; maxRows: number },
): Generator<void, DataTables> {
  const tables: DataTable[] = [];
  let open: OpenTable | null = null;
  /** A framed table begins with a frame line, followed by its names. */
  let waitsForNames = false;
  let rowCount = 0;
  let before = '';
  let above = '';
  let line = firstLine;
  let hasMoreTables = false;

  const end = () => {
    if (open && open.rows.count > 0) {
      if (tables.length < maxTables) tables.push(open.rows.finish(open));
      else hasMoreTables = true;
    }
    open = null;
    waitsForNames = false;
  };
  const begin = (
    header: readonly string[],
    split: (row: string) => string[],
    isFramed: boolean,
    title: string | null = null,
  ) => {
    end();
    open = { rows: createRowList(text), title, header, split, isFramed };
  };
  const addRow = (to: OpenTable, row: string, index: number) => {
    rowCount += 1;
    to.rows.add(index, index + row.length, line, to.split(row).length);
  };
  const startAt = (row: string) => {
    const style = tableStyleAt(row, before);
    if (style === 'framed') {
      // Markdown has its names above its only rule.
      if (row.startsWith('|') && before.startsWith('|')) begin(framedCells(before), framedCells, true);
      else waitsForNames = true;
    } else if (style === 'ruled') {
      begin(ruledCells(before), ruledCells, false, isTitle.test(above) ? above.trim() : null);
    } else if (style === 'dashed') {
      const starts = ruleStarts(row);
      begin(cellsAt(before, starts), (cells) => cellsAt(cells, starts), false);
    } else if (style === 'columns') {
      const starts = headerStarts(row);
      begin(cellsAt(row, starts), (cells) => cellsByGaps(cells, starts), false);
    }
  };
  const take = (row: string, index: number) => {
    if (waitsForNames) {
      if (isFramedRow(row)) begin(framedCells(row), framedCells, true);
      waitsForNames = false;
    } else if (open?.isFramed) {
      if (isFramedRow(row)) addRow(open, row, index);
      else if (!isFrame(row)) end();
    } else if (open && isRow(row, open)) addRow(open, row, index);
    else {
      end();
      startAt(row);
    }
  };

  let offset = 0;
  while (offset < text.length && rowCount < maxRows && !hasMoreTables) {
    const found = text.indexOf('\n', offset);
    const lineEnd = found === -1 ? text.length : found;
    const row = text.slice(
      offset,
      text.charCodeAt(lineEnd - 1) === 0x0d ? Math.max(offset, lineEnd - 1) : lineEnd,
    );
    take(row, offset);
    above = before;
    before = row;
    offset = lineEnd + 1;
    line += 1;
    if (line % restRows === 0) yield;
  }
  end();
  return { tables, isCut: hasMoreTables || offset < text.length };
}

/** psql indents the title: `     Table "public.cart"`. */
const isTitle = /^ {1,400}\S/;

const isFramedRow = (row: string): boolean => /^[|│]/.test(row) && !isFrame(row);

/** In a ruled table of several columns every row contains its separators. */
const isRow = (row: string, { split, header }: OpenTable): boolean =>
  row.trim() !== '' &&
  rowCountAt(row) === null &&
  tableStyleAt(row, '') === null &&
  (split !== ruledCells || header.length < 2 || row.includes('|'));
