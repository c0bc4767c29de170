import { detachText } from '../detach-text.ts';
import { isDate } from './is-date.ts';
import { looksBad } from './looks-bad.ts';

/** One column, over all rows. */
export interface Column {
  name: string;
  filled: number;
  numbers: number;
  sum: number;
  min: number;
  max: number;
  /** The first cell of the row that holds the greatest number. */
  maxOwner: string | null;
  dates: number;
  firstDate: string | null;
  lastDate: string | null;
  /** Different texts with counts; `null`: too many. */
  values: Map<string, number> | null;
}

export interface TableRow {
  cells: readonly string[];
  /** Where it stands in the result. */
  line: number;
}

/** Rows that went by, taken together. */
export interface Table {
  columns: readonly Column[];
  add(cells: readonly string[], line: number): void;
  readonly rowCount: number;
  readonly first: TableRow | null;
  readonly last: TableRow | null;
  /** Rows whose state says that something is wrong: the first ones, and how many. */
  readonly bad: { count: number; rows: readonly { name: string; state: string; line: number }[] };
  /** Rows that have more or fewer cells than there are columns. */
  readonly uneven: { count: number; first: number } | null;
}

const columnsHeld = 300;
const valuesHeld = 40;
const cellCharacters = 100;
const badHeld = 20;

export function createTable(header: readonly string[]): Table {
  const columns = header.slice(0, columnsHeld).map(makeColumn);
  let rowCount = 0;
  let first: TableRow | null = null;
  let last: TableRow | null = null;
  const stateAt = header.findIndex((name) =>
    /^(?:status|state|health|result|outcome|level|severity)$/i.test(name),
  );
  const badRows: { name: string; state: string; line: number }[] = [];
  let badCount = 0;
  let uneven: { count: number; first: number } | null = null;
  return {
    columns,
    add(cells, line) {
      rowCount += 1;
      if (cells.length !== header.length) {
        uneven ??= { count: 0, first: line };
        uneven.count += 1;
      }
      const end = Math.min(cells.length, columns.length);
      for (let place = 0; place < end; place += 1) {
        const column = columns[place];
        const cell = cells[place] ?? '';
        if (column && cell !== '') addCell(column, cell, cells[0] ?? '', place);
      }
      const state = stateAt === -1 ? '' : (cells[stateAt] ?? '');
      if (state !== '' && looksBad.test(state)) {
        badCount += 1;
        if (badRows.length < badHeld)
          badRows.push({ name: shorten(cells[0] ?? ''), state: shorten(state), line });
      }
      last = { cells, line };
      first ??= { cells: cells.map(shorten), line };
    },
    get rowCount() {
      return rowCount;
    },
    get first() {
      return first;
    },
    get last() {
      return last;
    },
    get bad() {
      return { count: badCount, rows: badRows };
    },
    get uneven() {
      return uneven;
    },
  };
}

const makeColumn = (name: string): Column => ({
  name: detachText(name.slice(0, cellCharacters)),
  filled: 0,
  numbers: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  maxOwner: null,
  dates: 0,
  firstDate: null,
  lastDate: null,
  values: new Map(),
});

const shorten = (cell: string): string => detachText(cell.slice(0, cellCharacters));

function addCell(column: Column, cell: string, owner: string, place: number): void {
  column.filled += 1;
  const code = cell.charCodeAt(0);
  const mayCount = (code >= 48 && code <= 57) || code === 45 || code === 46;
  if (mayCount && isDate(cell)) addDate(column, cell);
  else if (mayCount) addNumber(column, cell, place === 0 ? null : owner);
  if (column.values) countValue(column, cell);
}

function addNumber(column: Column, cell: string, owner: string | null): void {
  const value = cell.length > 30 ? Number.NaN : Number(cell);
  if (!Number.isFinite(value)) return;
  column.numbers += 1;
  column.sum += value;
  if (value < column.min) column.min = value;
  if (value <= column.max) return;
  column.max = value;
  column.maxOwner = owner === null ? null : shorten(owner);
}

function addDate(column: Column, cell: string): void {
  column.dates += 1;
  if (column.firstDate === null || cell < column.firstDate) column.firstDate = shorten(cell);
  if (column.lastDate === null || cell > column.lastDate) column.lastDate = shorten(cell);
}

function countValue(column: Column, cell: string): void {
  const { values } = column;
  const count = values?.get(cell);
  if (count !== undefined) values?.set(cell, count + 1);
  else if (values && values.size < valuesHeld && cell.length <= cellCharacters)
    values.set(detachText(cell), 1);
  else column.values = null;
}
