import { isDate } from '#lib/core/algorithms/table/is-date.ts';
import { copyString } from '../copy-string.ts';
import { createTally, type Tally } from '../tally.ts';
import { type ExactRange, withExact } from './exact-range.ts';
import { type QuantityKind, quantityOf } from './quantity.ts';

/**
 * What one column or field contains, over all rows.
 * @template Row identifies a row: its cells, or its line
 */
export interface Column<Row> {
  name: string;
  filled: number;
  numbers: number;
  sum: number;
  min: number;
  max: number;
  /** Of integers that `min` and `max` may have rounded; `null`: there are none. */
  exact: ExactRange | null;
  /** The first rows that hold the least and the greatest number, and how many hold it. */
  minRow: Row | null;
  minCount: number;
  maxRow: Row | null;
  maxCount: number;
  /** Set if some values have a unit: they are compared by magnitude and shown as printed. */
  quantities: { kind: QuantityKind; min: string; max: string } | null;
  /** The first cell that is not a number. */
  firstOther: string | null;
  dates: number;
  firstDate: string | null;
  lastDate: string | null;
  /** Distinct texts with counts, and the first row with each of the first ones; `null`: too many. */
  values: Map<string, { count: number; row: Row | null }> | null;
  /** The words in parentheses that texts end with: `10.0.0.1:80 (LISTEN)`; `null`: too many. */
  endings: Tally | null;
}

/** With more distinct texts than this, they are not counted one by one. */
const maxValues = 100;
/** Limit for distinct numbers and dates, which are seldom shown one by one. */
const maxNumbers = 41;
/** Integers with at most this many digits are exact as a number. */
const safeDigits = 15;
const cellCharacters = 100;

export const createColumn = <Row>(name: string): Column<Row> => ({
  name: copyString(name.slice(0, cellCharacters)),
  filled: 0,
  numbers: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  exact: null,
  minRow: null,
  minCount: 0,
  maxRow: null,
  maxCount: 0,
  quantities: null,
  firstOther: null,
  dates: 0,
  firstDate: null,
  lastDate: null,
  values: new Map(),
  endings: null,
});

export const shortenCell = (cell: string): string => copyString(cell.slice(0, cellCharacters));

/** @param cell a non-empty cell */
export function addCell<Row>(column: Column<Row>, cell: string, row: Row): void {
  column.filled += 1;
  const code = cell.charCodeAt(0);
  const mayCount = (code >= 48 && code <= 57) || code === 45 || code === 46;
  if (mayCount) {
    if (isDate(cell)) addDate(column, cell);
    else addNumber(column, cell, row);
  } else column.firstOther ??= shortenCell(cell);
  if (cell.charCodeAt(cell.length - 1) === closing) addEnding(column, cell);
  if (column.values) countValue(column, column.values, cell, row, mayCount ? maxNumbers : maxValues);
}

function addNumber<Row>(column: Column<Row>, cell: string, row: Row): void {
  const value = cell.length > 30 ? null : (plainNumberIn(column, cell) ?? quantityIn(column, cell));
  if (value === null) {
    column.firstOther ??= shortenCell(cell);
    return;
  }
  column.numbers += 1;
  column.sum += value;
  const exactMax = column.exact?.max;
  if (cell.length > safeDigits && !Number.isSafeInteger(value)) column.exact = withExact(column.exact, cell);
  if (value === column.min) column.minCount += 1;
  else if (value < column.min) {
    column.min = value;
    column.minRow = row;
    column.minCount = 1;
    if (column.quantities) column.quantities.min = cell;
  }
  if (value < column.max) return;
  if (value === column.max && column.exact?.max === exactMax) {
    column.maxCount += 1;
    return;
  }
  column.max = value;
  column.maxRow = row;
  column.maxCount = 1;
  if (column.quantities) column.quantities.max = cell;
}

/** Next to quantities only a plain 0 counts: the unit of any other number is unknown. */
function plainNumberIn({ quantities }: Column<unknown>, cell: string): number | null {
  const value = plainNumberOf(cell);
  return quantities === null || value === 0 ? value : null;
}

/** `null`: not a quantity, or of another kind than those before. */
function quantityIn(column: Column<unknown>, cell: string): number | null {
  const quantity = quantityOf(cell);
  if (quantity === null) return null;
  const { kind, value } = quantity;
  const isAmongNumbers = column.numbers > 0 && (column.min < 0 || column.max > 0);
  if (column.quantities === null && isAmongNumbers) return null;
  column.quantities ??= { kind, min: String(column.min), max: String(column.max) };
  return column.quantities.kind === kind ? value : null;
}

/**
 * Most numbers are short integers, which are read faster digit by digit.
 * @returns `null` if the cell is not a number
 */
function plainNumberOf(cell: string): number | null {
  if (cell.length > safeDigits) return finiteOf(cell);
  let value = 0;
  for (let offset = 0; offset < cell.length; offset += 1) {
    const digit = cell.charCodeAt(offset) - 48;
    if (digit < 0 || digit > 9) return finiteOf(cell);
    value = value * 10 + digit;
  }
  return value;
}

function finiteOf(cell: string): number | null {
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

function addDate(column: Column<unknown>, cell: string): void {
  column.dates += 1;
  if (column.firstDate === null || cell < column.firstDate) column.firstDate = cell;
  if (column.lastDate === null || cell > column.lastDate) column.lastDate = cell;
}

const closing = 41;
const ending = /\(([A-Za-z][\w-]{1,24})\)$/;
const maxEndings = 12;

function addEnding(column: Column<unknown>, cell: string): void {
  const word = ending.exec(cell)?.[1];
  if (word === undefined) return;
  column.endings ??= createTally(maxEndings);
  column.endings.add(word);
}

/** Rows are kept for so many values, since only a few are shown. */
const maxValueRows = 16;

function countValue<Row>(
  column: Column<Row>,
  values: NonNullable<Column<Row>['values']>,
  cell: string,
  row: Row,
  maximum: number,
): void {
  const known = values.get(cell);
  if (known) known.count += 1;
  else if (values.size < maximum && cell.length <= cellCharacters)
    values.set(copyString(cell), { count: 1, row: values.size < maxValueRows ? row : null });
  else column.values = null;
}
