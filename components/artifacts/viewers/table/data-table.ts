/** A table whose rows are located up front, and whose cells are read on demand. Rows count from 0. */
export interface DataTable {
  /** The title above it. `null`: none. */
  title: string | null;
  /** At least as many as the longest row has cells, up to `maxColumns`. */
  columns: readonly string[];
  /** How many of them have names from the text. */
  nameCount: number;
  rowCount: number;
  /** Displayed number of the line the row begins at. */
  lineOf: (row: number) => number;
  cellsOf: (row: number) => readonly string[];
  /** Rows whose number of cells differs from the number of names. */
  uneven: { count: number; firstRow: number } | null;
}

export interface DataTables {
  tables: readonly DataTable[];
  /** There are more rows, or more tables, than these. */
  isCut: boolean;
}

/** Columns beyond this are not shown; the source has them. */
export const maxColumns = 2_000;

/** A cell, by row in the table and column. */
export interface ActiveCell {
  row: number;
  column: number;
}
