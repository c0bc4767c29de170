import { isDate } from '../../core/table/is-date.ts';
import { copyString } from '../copy-string.ts';
import { looksBad } from './looks-bad.ts';
import { type QuantityKind, quantityOf } from './quantity.ts';

/** One column, over all rows. */
export interface Column {
  name: string;
  filled: number;
  numbers: number;
  sum: number;
  min: number;
  max: number;
  /** The row that holds the greatest number. */
  maxRow: readonly string[] | null;
  /** Some have a unit: they are compared by its scale, and are told as they stand. */
  quantities: { kind: QuantityKind; min: string; max: string } | null;
  /** The first cell that is no number. */
  firstOther: string | null;
  dates: number;
  firstDate: string | null;
  lastDate: string | null;
  /** Different texts with counts; `null`: too many. */
  values: Map<string, { count: number }> | null;
}

export interface TableRow {
  cells: readonly string[];
  /** Where it stands in the result. */
  line: number;
}

/** Rows that went by, taken together. */
export interface Table {
  /** What stood above it. */
  title: string | null;
  columns: readonly Column[];
  /** What is said below it of the whole: indexes, constraints; the first ones. */
  readonly notes: readonly { text: string; line: number }[];
  note(text: string, line: number): void;
  add(cells: readonly string[], line: number): void;
  readonly rowCount: number;
  /** Rows but those that are the sum of others. */
  readonly countedRows: number;
  /** The first ones. */
  readonly leading: readonly TableRow[];
  readonly last: TableRow | null;
  /** Rows whose state says that something is wrong: the first ones, and how many. */
  readonly bad: { count: number; rows: readonly { cells: readonly string[]; state: string; line: number }[] };
  /** Rows that have more or fewer cells than there are columns. */
  readonly uneven: { count: number; first: number; text: string } | null;
}

const columnsHeld = 100;
const valuesHeld = 100;
/** Of more different numbers and dates nobody counts each. */
const numbersHeld = 41;
/** As many a number holds exactly. */
const safeDigits = 15;
const cellCharacters = 100;
const noteCharacters = 200;
const badHeld = 20;
const leadingHeld = 40;
const notesHeld = 20;

const sumRow = /^\W*(?:(?:.{1,40}[\s-])?(?:sub)?totals?|sum|gesamt|summe|итого|всего|合计|总计|合計)\W*$/i;

export function createTable(header: readonly string[], title: string | null = null): Table {
  const columns = header.slice(0, columnsHeld).map(makeColumn);
  let rowCount = 0;
  let countedRows = 0;
  const leading: TableRow[] = [];
  let lastCells: readonly string[] | null = null;
  let lastLine = 0;
  const stateAt = header.findIndex((name) =>
    /^(?:status|state|health|result|outcome|level|severity)$/i.test(name),
  );
  const badRows: { cells: readonly string[]; state: string; line: number }[] = [];
  let badCount = 0;
  let uneven: { count: number; first: number; text: string } | null = null;
  const notes: { text: string; line: number }[] = [];
  const noteUneven = (line: number, cells: readonly string[]) => {
    uneven ??= { count: 0, first: line, text: shorten(cells.join(' ')) };
    uneven.count += 1;
  };
  const noteState = (cells: readonly string[], state: string, line: number) => {
    if (!looksBad.test(state)) return;
    badCount += 1;
    if (badRows.length < badHeld) badRows.push({ cells: cells.map(shorten), state: shorten(state), line });
  };
  return {
    title: title === null ? null : shorten(title),
    columns,
    notes,
    note(text, line) {
      if (notes.length < notesHeld) notes.push({ text: copyString(text.slice(0, noteCharacters)), line });
    },
    add(cells, line) {
      rowCount += 1;
      if (cells.length !== header.length) noteUneven(line, cells);
      lastCells = cells;
      lastLine = line;
      if (leading.length < leadingHeld) leading.push({ cells: cells.map(shorten), line });
      // It would be added to what it is the sum of.
      if (sumRow.test(cells[0] ?? '')) return;
      countedRows += 1;
      const end = Math.min(cells.length, columns.length);
      for (let place = 0; place < end; place += 1) {
        const column = columns[place];
        const cell = cells[place];
        if (column && cell) addCell(column, cell, cells);
      }
      const state = stateAt === -1 ? undefined : cells[stateAt];
      if (state) noteState(cells, state, line);
    },
    get rowCount() {
      return rowCount;
    },
    get countedRows() {
      return countedRows;
    },
    leading,
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

const makeColumn = (name: string): Column => ({
  name: copyString(name.slice(0, cellCharacters)),
  filled: 0,
  numbers: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  maxRow: null,
  quantities: null,
  firstOther: null,
  dates: 0,
  firstDate: null,
  lastDate: null,
  values: new Map(),
});

const shorten = (cell: string): string => copyString(cell.slice(0, cellCharacters));

function addCell(column: Column, cell: string, row: readonly string[]): void {
  column.filled += 1;
  const code = cell.charCodeAt(0);
  const mayCount = (code >= 48 && code <= 57) || code === 45 || code === 46;
  if (mayCount) {
    if (isDate(cell)) addDate(column, cell);
    else addNumber(column, cell, row);
  } else column.firstOther ??= shorten(cell);
  if (column.values) countValue(column, column.values, cell, mayCount ? numbersHeld : valuesHeld);
}

function addNumber(column: Column, cell: string, row: readonly string[]): void {
  const value = cell.length > 30 ? null : (plainNumberIn(column, cell) ?? quantityIn(column, cell));
  if (value === null) {
    column.firstOther ??= shorten(cell);
    return;
  }
  column.numbers += 1;
  column.sum += value;
  if (value < column.min) {
    column.min = value;
    if (column.quantities) column.quantities.min = cell;
  }
  if (value <= column.max) return;
  column.max = value;
  column.maxRow = row;
  if (column.quantities) column.quantities.max = cell;
}

/** Beside quantities only 0: of any other the unit is not known. */
function plainNumberIn({ quantities }: Column, cell: string): number | null {
  const value = plainNumberOf(cell);
  return quantities === null || value === 0 ? value : null;
}

/** `null`: it is none, or of another kind than those before it. */
function quantityIn(column: Column, cell: string): number | null {
  const quantity = quantityOf(cell);
  if (quantity === null) return null;
  const { kind, value } = quantity;
  const isAmongNumbers = column.numbers > 0 && (column.min < 0 || column.max > 0);
  if (column.quantities === null && isAmongNumbers) return null;
  column.quantities ??= { kind, min: String(column.min), max: String(column.max) };
  return column.quantities.kind === kind ? value : null;
}

/**
 * Most numbers are short and whole, and are read faster digit by digit.
 * @returns `null`: it is none
 */
function plainNumberOf(cell: string): number | null {
  if (cell.length > safeDigits) return finiteOf(cell);
  let value = 0;
  for (let place = 0; place < cell.length; place += 1) {
    const digit = cell.charCodeAt(place) - 48;
    if (digit < 0 || digit > 9) return finiteOf(cell);
    value = value * 10 + digit;
  }
  return value;
}

function finiteOf(cell: string): number | null {
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

function addDate(column: Column, cell: string): void {
  column.dates += 1;
  if (column.firstDate === null || cell < column.firstDate) column.firstDate = cell;
  if (column.lastDate === null || cell > column.lastDate) column.lastDate = cell;
}

function countValue(
  column: Column,
  values: Map<string, { count: number }>,
  cell: string,
  most: number,
): void {
  const known = values.get(cell);
  if (known) known.count += 1;
  else if (values.size < most && cell.length <= cellCharacters) values.set(copyString(cell), { count: 1 });
  else column.values = null;
}
