/** A table whose rows are found, and whose cells are read when they are asked for. Rows count from 0. */
export interface DataTable {
  /** What stood above it. `null`: nothing. */
  title: string | null;
  /** At least as many as the longest row has cells, up to `mostColumns`. */
  columns: readonly string[];
  /** How many of them have names of their own. */
  nameCount: number;
  rowCount: number;
  /** The number people see on the line the row begins at. */
  lineOf: (row: number) => number;
  cellsOf: (row: number) => readonly string[];
  /** Rows that have other numbers of cells than there are names. */
  uneven: { count: number; firstRow: number } | null;
}

export interface DataTables {
  tables: readonly DataTable[];
  /** There are more rows, or more tables, than these. */
  isCut: boolean;
}

/** Names beyond are not shown; the source has them. */
export const maxColumns = 2_000;

/** A cell by its row in the table and its column. */
export interface ActiveCell {
  row: number;
  column: number;
}
