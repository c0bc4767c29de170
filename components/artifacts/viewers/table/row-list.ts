import { type DataTable, maxColumns } from './data-table.ts';

/** Collects the positions of rows in a text. */
export interface RowList {
  readonly count: number;
  /** @param line the displayed line number */
  add(start: number, end: number, line: number, cellCount: number): void;
  finish(options: {
    title: string | null;
    header: readonly string[];
    split: (row: string) => readonly string[];
  }): DataTable;
}

const firstSize = 1_024;

export function createRowList(text: string): RowList {
  let count = 0;
  let positions = new Uint32Array(firstSize * 3);
  /** By number of cells: how many rows have that many, and the first of them. */
  const cellCounts = new Map<number, { count: number; firstRow: number }>();
  return {
    get count() {
      return count;
    },
    add(start, end, line, cellCount) {
      if (count * 3 === positions.length) {
        const larger = new Uint32Array(positions.length * 2);
        larger.set(positions);
        positions = larger;
      }
      positions.set([start, end, line], count * 3);
      const alike = cellCounts.get(cellCount);
      if (alike) alike.count += 1;
      else cellCounts.set(cellCount, { count: 1, firstRow: count });
      count += 1;
    },
    finish({ title, header, split }) {
      const others = [...cellCounts].filter(([cells]) => cells !== header.length).map(([, alike]) => alike);
      const longest = Math.min(maxColumns, Math.max(header.length, ...cellCounts.keys()));
      return {
        title,
        columns: Array.from({ length: longest }, (_, index) => header[index] || `column ${index + 1}`),
        nameCount: header.length,
        rowCount: count,
        lineOf: (row) => positions[row * 3 + 2] ?? 0,
        cellsOf: (row) => split(text.slice(positions[row * 3], positions[row * 3 + 1])),
        uneven:
          others.length === 0
            ? null
            : {
                count: others.reduce((sum, alike) => sum + alike.count, 0),
                firstRow: Math.min(...others.map(({ firstRow }) => firstRow)),
              },
      };
    },
  };
}
