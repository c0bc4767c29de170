import { addCell, type Column, createColumn, shortenCell } from '../columns/column.ts';
import { copyString } from '../copy-string.ts';
import { looksBad } from './looks-bad.ts';

/** A column whose rows are identified by their cells. */
export type TableColumn = Column<readonly string[]>;

export interface TableRow {
  cells: readonly string[];
  /** Line in the result, 1-based. */
  line: number;
}

/** Statistics of the rows read, in bounded memory. */
export interface Table {
  /** The line above the table. */
  title: string | null;
  columns: readonly TableColumn[];
  /** The first lines below it about the whole table: indexes, constraints. */
  readonly notes: readonly { text: string; line: number }[];
  note(text: string, line: number): void;
  add(cells: readonly string[], line: number): void;
  readonly rowCount: number;
  /** Number of rows without those that are sums of others. */
  readonly countedRows: number;
  /** The first rows. */
  readonly leading: readonly TableRow[];
  readonly last: TableRow | null;
  /** The first rows that are sums or averages of others. */
  readonly totals: readonly TableRow[];
  /** Rows whose state reports a problem: how many, and the first ones. */
  readonly bad: { count: number; rows: readonly { cells: readonly string[]; state: string; line: number }[] };
  /** Rows with more or fewer cells than there are columns. */
  readonly uneven: { count: number; first: number; text: string } | null;
}

const maxColumns = 100;
const noteCharacters = 200;
const maxBad = 20;
const maxLeading = 40;
const maxNotes = 20;
const maxTotals = 3;

const sumRow =
  /^\W*(?:(?:.{1,40}[\s-])?(?:sub)?totals?|sum|gesamt|summe|итого|всего|合计|总计|合計)\W*$|^\W*(?:average|avg|mean)\W*$/i;

/** A column whose bad values are listed with their rows. */
export const stateColumn = /^(?:status|state|health|result|outcome|level|severity)$/i;

export function createTable(header: readonly string[], title: string | null = null): Table {
  const columns = header.slice(0, maxColumns).map((name) => createColumn<readonly string[]>(name));
  let rowCount = 0;
  let countedRows = 0;
  const leading: TableRow[] = [];
  const totals: TableRow[] = [];
  let lastCells: readonly string[] | null = null;
  let lastLine = 0;
  const stateAt = header.findIndex((name) => stateColumn.test(name));
  const badRows: { cells: readonly string[]; state: string; line: number }[] = [];
  let badCount = 0;
  let uneven: { count: number; first: number; text: string } | null = null;
  const notes: { text: string; line: number }[] = [];
  const addUneven = (line: number, cells: readonly string[]) => {
    uneven ??= { count: 0, first: line, text: shortenCell(cells.join(' ')) };
    uneven.count += 1;
  };
  const addState = (cells: readonly string[], state: string, line: number) => {
    if (!looksBad.test(state)) return;
    badCount += 1;
    if (badRows.length < maxBad)
      badRows.push({ cells: cells.map(shortenCell), state: shortenCell(state), line });
  };
  return {
    title: title === null ? null : shortenCell(title),
    columns,
    notes,
    note(text, line) {
      if (notes.length < maxNotes) notes.push({ text: copyString(text.slice(0, noteCharacters)), line });
    },
    add(cells, line) {
      rowCount += 1;
      if (cells.length !== header.length) addUneven(line, cells);
      lastCells = cells;
      lastLine = line;
      if (leading.length < maxLeading) leading.push({ cells: cells.map(shortenCell), line });
      // A total row would be added to the rows it sums up.
      if (sumRow.test(cells[0] ?? '')) {
        if (totals.length < maxTotals) totals.push({ cells: cells.map(shortenCell), line });
        return;
      }
      countedRows += 1;
      const end = Math.min(cells.length, columns.length);
      for (let index = 0; index < end; index += 1) {
        const column = columns[index];
        const cell = cells[index];
        if (column && cell) addCell(column, cell, cells);
      }
      const state = stateAt === -1 ? undefined : cells[stateAt];
      if (state) addState(cells, state, line);
    },
    get rowCount() {
      return rowCount;
    },
    get countedRows() {
      return countedRows;
    },
    leading,
    totals,
    get last() {
      return lastCells && { cells: lastCells, line: lastLine };
    },
    get bad() {
      return { count: badCount, rows: badRows };
    },
    get uneven() {
      return uneven;
    },
  };
}
