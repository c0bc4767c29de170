import type { DataTable } from './data-table.ts';

const restRows = 500;

/** Rows as tab-separated values with a header row, as spreadsheets accept them. */
export function* printTsv(table: DataTable, rows: Uint32Array): Generator<void, string> {
  const lines = [table.columns.map(tsvCell).join('\t')];
  for (const [index, row] of rows.entries()) {
    if (index % restRows === 0) yield;
    lines.push(table.cellsOf(row).map(tsvCell).join('\t'));
  }
  return `${lines.join('\n')}\n`;
}

const tsvCell = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
