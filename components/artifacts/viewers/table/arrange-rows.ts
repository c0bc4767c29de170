import { compareCells, readCell } from './compare-cells.ts';
import type { DataTable } from './data-table.ts';
import { mergeSort } from './merge-sort.ts';

export interface TableFilter {
  text: string;
  /** `null`: any column. */
  column: number | null;
}

export interface TableSort {
  column: number;
  isDescending: boolean;
}

const restRows = 500;

/**
 * The rows that contain the text, ignoring case, by number in the table or sorted. The sort is stable, and
 * empty cells come last in both directions.
 */
export function* arrangeRows(
  table: DataTable,
  filter: TableFilter,
  sort: TableSort | null,
): Generator<void, Uint32Array> {
  const query = filter.text.toLowerCase();
  const { column } = filter;
  const rows = new Uint32Array(table.rowCount);
  let count = 0;
  for (let row = 0; row < table.rowCount; row += 1) {
    if (row % restRows === 0) yield;
    if (query !== '') {
      const cells = table.cellsOf(row);
      const isFound =
        column === null
          ? cells.some((cell) => cell.toLowerCase().includes(query))
          : (cells[column] ?? '').toLowerCase().includes(query);
      if (!isFound) continue;
    }
    rows[count] = row;
    count += 1;
  }
  const found = rows.slice(0, count);
  if (sort === null) return found;
  const cells: ReturnType<typeof readCell>[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % restRows === 0) yield;
    const row = found[index] ?? 0;
    cells[row] = readCell(table.cellsOf(row)[sort.column] ?? '');
  }
  const empty = readCell('');
  return yield* mergeSort(found, (a, b) =>
    compareCells(cells[a] ?? empty, cells[b] ?? empty, sort.isDescending),
  );
}
