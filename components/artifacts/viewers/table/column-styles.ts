import { cellNumberOf } from './compare-cells.ts';
import type { DataTable } from './data-table.ts';

export interface ColumnStyle {
  widthPx: number;
  /** Most of its cells are numbers, so they are right-aligned. */
  isNumeric: boolean;
}

/** Rows that are sampled: half of them from the start, half spread over the rest. */
const sampledRows = 200;
/** A fallback font may be a little wider than the first of the list: too wide is better than `176…`. */
const characterPx = 7.45;
const paddingPx = 26;
/** Room for the sort arrow. */
const arrowPx = 18;
const minPx = 56;
const maxPx = 280;

/** Column widths, from a sample of the cells. */
export function columnStyles(table: DataTable): ColumnStyle[] {
  const columns = table.columns.map((name) => ({ longest: 0, name: name.length, filled: 0, numbers: 0 }));
  for (const row of sampleOf(table.rowCount)) {
    for (const [index, cell] of table.cellsOf(row).entries()) {
      const column = columns[index];
      if (!column || cell === '') continue;
      column.longest = Math.max(column.longest, cell.length);
      column.filled += 1;
      column.numbers += cellNumberOf(cell) === null ? 0 : 1;
    }
  }
  return columns.map(({ longest, name, filled, numbers }) => ({
    widthPx: Math.ceil(
      Math.min(
        maxPx,
        Math.max(minPx, longest * characterPx + paddingPx, name * characterPx + paddingPx + arrowPx),
      ),
    ),
    isNumeric: filled > 0 && numbers >= filled * 0.8,
  }));
}

function sampleOf(rowCount: number): number[] {
  const first = Math.min(rowCount, sampledRows / 2);
  const step = Math.max(1, Math.floor((rowCount - first) / (sampledRows / 2)));
  const rows = Array.from({ length: first }, (_, row) => row);
  for (let row = first; row < rowCount; row += step) rows.push(row);
  // Numbers that count up are longest at the end.
  if (rowCount > first) rows.push(rowCount - 1);
  return rows;
}
