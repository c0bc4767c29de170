import {
  cellsAt,
  cellsByGaps,
  framedCells,
  headerStarts,
  ruledCells,
  ruleStarts,
} from '#lib/core/algorithms/table/table-cells.ts';
import { isFrame, rowCountAt, tableStyleAt } from '#lib/core/algorithms/table/table-marks.ts';
import { type SpacedColumns, spacedColumnsAt } from './spaced-columns.ts';
import { createTable, type Table } from './table.ts';

export interface ResultTables {
  /** @returns whether the line belongs to a table */
  line(text: string, number: number): boolean;
  /** The first tables, up to `maxTables`. */
  readonly tables: readonly Table[];
  readonly tableCount: number;
  readonly rowCount: number;
}

const maxTables = 8;
/** netstat prints such a line above each of its two tables. */
const isPartHead = /^Active .*\(/;
/** With more tables than this, the lines recognised are not tables. */
const maxTablesText = 1_000;

/** What is known of the tables so far, and of the one whose rows are being read. */
interface State {
  isSpaced: boolean;
  areSamples: boolean;
  tables: Table[];
  tableCount: number;
  rowCount: number;
  before: string;
  /** The line before `before`: above column names it is a title. */
  above: string;
  open: OpenTable | null;
  /**
   * The table that following notes belong to: psql prints indexes and constraints below a table's
   * description.
   */
  noted: Table | null;
  /** Between two frames: the next line has the names of a framed table's columns. */
  waitsForNames: boolean;
  /** Column names whose first row is still to come: it shows whether rows have names of their own. */
  waiting: SpacedColumns | null;
  /** The last row below a rule of dashes: another rule below it makes it the names of the next table. */
  lastRow: { table: Table; cells: readonly string[]; line: number } | null;
}

interface OpenTable {
  table: Table;
  cells(line: string): string[];
  style: 'framed' | 'ruled' | 'dashed' | 'aligned';
  /** For a table below a rule of dashes: where its columns begin. */
  starts: readonly number[];
}

/**
 * Reads tables as programs print them for people (framed, ruled, aligned by blanks), one after another.
 * @param isSpaced whether column names may be separated by a single blank, as in the output of ps
 * @param areSamples whether tables with the same column names are one table, sampled again and again
 */
export function createResultTables(isSpaced = false, areSamples = false): ResultTables {
  const state: State = {
    isSpaced,
    areSamples,
    tables: [],
    tableCount: 0,
    rowCount: 0,
    before: '',
    above: '',
    open: null,
    noted: null,
    waitsForNames: false,
    waiting: null,
    lastRow: null,
  };
  return {
    line(text, number) {
      const isTaken = take(state, text, number);
      state.above = state.before;
      state.before = text;
      return isTaken;
    },
    get tables() {
      addLastRow(state);
      return state.tables;
    },
    get tableCount() {
      return state.tableCount;
    },
    get rowCount() {
      return state.rowCount;
    },
  };
}

function take(state: State, text: string, number: number): boolean {
  if (state.lastRow && tableStyleAt(text, state.before) === 'dashed') {
    state.lastRow = null;
    state.rowCount -= 1;
  } else addLastRow(state);
  // sacct draws a rule below the names.
  if (state.waiting && /^[-= ]+$/.test(text) && text.includes('---')) return true;
  beginWaiting(state, text);
  // A program that fails says so between the rows.
  if (state.open && isMessage.test(text)) return false;
  if (state.waitsForNames || state.open?.style === 'framed') return takeFramed(state, text, number);
  if (takeRow(state, text, number)) return true;
  if (takeNote(state, text, number)) {
    state.open = null;
    return true;
  }
  state.open = null;
  return beginAt(state, text);
}

function addLastRow(state: State): void {
  const { lastRow } = state;
  if (lastRow) lastRow.table.add(lastRow.cells, lastRow.line);
  state.lastRow = null;
}

function begin(
  state: State,
  header: readonly string[],
  { title = null, ...how }: Omit<OpenTable, 'table'> & { title?: string | null },
): void {
  state.noted = null;
  // Programs that sample repeat the column names above each sample.
  const known = state.areSamples ? state.tables.find(({ columns }) => hasNames(columns, header)) : undefined;
  const table = known ?? createTable(header, title);
  state.open = { ...how, table };
  if (known) return;
  state.tableCount += 1;
  if (state.tables.length < maxTables) state.tables.push(table);
}

/** Column names that stand above rows, or a rule or a frame below or around them. */
function beginAt(state: State, text: string): boolean {
  const { before, above } = state;
  if (state.tableCount >= maxTablesText) return false;
  state.waiting = state.isSpaced ? spacedColumnsAt(text, before) : null;
  if (state.waiting) return true;
  const style = tableStyleAt(text, before);
  if (style === null) return false;
  if (style === 'framed') {
    // Markdown tables have their column names above the only rule.
    if (/^\|/.test(text) && /^\|/.test(before)) beginFramed(state, before);
    else state.waitsForNames = true;
  } else if (style === 'ruled') {
    const title = isTitle.test(above) ? above.trim() : null;
    begin(state, ruledCells(before), { cells: ruledCells, style: 'ruled', starts: [], title });
  } else if (style === 'dashed') {
    const starts = ruleStarts(text);
    const cells = (line: string) => cellsAt(line, starts);
    begin(state, cells(before), { cells, style: 'dashed', starts });
  } else {
    const starts = headerStarts(text);
    const cells = (line: string) => cellsByGaps(line, starts);
    begin(state, cellsAt(text, starts), { cells, style: 'aligned', starts: [] });
  }
  return true;
}

const beginFramed = (state: State, names: string): void =>
  begin(state, framedCells(names), { cells: framedCells, style: 'framed', starts: [] });

function beginWaiting(state: State, row: string): void {
  const { waiting } = state;
  if (waiting === null) return;
  const { names, cellsOf } = waiting.behindRowNames(row) ?? waiting;
  begin(state, names, { cells: cellsOf, style: 'aligned', starts: [] });
  state.waiting = null;
}

/** A framed table begins with a frame, then names, then another frame. */
function takeFramed(state: State, text: string, number: number): boolean {
  const { open } = state;
  if (isFrame(text)) {
    // The next table begins right below the last one.
    if (open && (isTopFrame.test(text) || isFrame(state.before))) {
      state.open = null;
      state.waitsForNames = true;
    }
    return true;
  }
  if (!/^[|│]/.test(text)) {
    state.open = null;
    state.waitsForNames = false;
    return false;
  }
  if (state.waitsForNames) {
    beginFramed(state, text);
    state.waitsForNames = false;
    return true;
  }
  const found = framedCells(text);
  if (isContinued(found)) return true;
  open?.table.add(found, number);
  state.rowCount += 1;
  return true;
}

function takeRow(state: State, text: string, number: number): boolean {
  const { open } = state;
  if (!open || !mayBeRow(state, open, text)) return false;
  const { table, starts } = open;
  const found = open.cells(text);
  // Other text below crosses the columns' starts.
  if (!starts.every((start) => start === 0 || (text[start - 1] ?? ' ') === ' ')) return false;
  // Only blanks separate the columns, so other text below may look like a row.
  if (open.style === 'aligned' && !isFilled(found)) return false;
  if (!hasNumbersOf(table, found)) return false;
  state.rowCount += 1;
  if (starts.length > 0) state.lastRow = { table, cells: found, line: number };
  else table.add(found, number);
  return true;
}

/** Every row of a ruled table with several columns contains the column marks. */
const mayBeRow = ({ isSpaced, before }: State, { table, style }: OpenTable, text: string): boolean =>
  text.trim() !== '' &&
  rowCountAt(text) === null &&
  !(isSpaced && (spacedColumnsAt(text) !== null || isPartHead.test(text))) &&
  tableStyleAt(text, before) === null &&
  (style !== 'ruled' || table.columns.length < 2 || text.includes('|'));

function takeNote(state: State, text: string, number: number): boolean {
  if (state.open?.style === 'ruled' && isNoteHead.test(text)) state.noted = state.open.table;
  if (state.noted === null || text.trim() === '') {
    state.noted = null;
    return false;
  }
  if (!isNoteHead.test(text)) state.noted.note(text, number);
  return true;
}

const hasNames = (columns: Table['columns'], names: readonly string[]): boolean =>
  columns.length === names.length && columns.every(({ name }, index) => name === names[index]);

const isTopFrame = /^[┌╔╭]/;
/** `WARNING:  no privileges`, `df: /mnt/nfs: Stale file handle`. */
const isMessage =
  /^(?:(?:error|fatal|warning|warn|notice)\b[^|│]*: .|[a-z][\w.-]{0,30}: [^|│]{1,300}: [A-Z][a-z])/i;
const minRows = 3;
/** After so many rows, a single column of numbers is no chance. */
const manyRows = 20;

/** Whether a line has numbers in half of the columns that hold nothing but numbers in all rows before. */
function hasNumbersOf({ columns, countedRows }: Table, cells: readonly string[]): boolean {
  if (countedRows < minRows) return true;
  let numeric = 0;
  let found = 0;
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at];
    if (!column || column.filled === 0 || column.numbers !== column.filled) continue;
    numeric += 1;
    if (startsNumber(cells[at] ?? '')) found += 1;
  }
  return numeric < (countedRows < manyRows ? 2 : 1) || found * 2 >= numeric;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `12`, `-3`, `.5`: read by characters, since it is asked of each cell. */
function startsNumber(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return isDigit(first) || ((first === 45 || first === 43 || first === 46) && isDigit(cell.charCodeAt(1)));
}

/** A line with fewer filled cells than this share is not a row. */
const minFilled = 0.6;
const isFilled = (cells: readonly string[]): boolean =>
  cells[0] !== '' && cells.filter((cell) => cell !== '').length >= cells.length * minFilled;

/** A cell that was wrapped goes on in a line of its own. */
const isContinued = (cells: readonly string[]): boolean =>
  cells[0] === '' && cells.filter((cell) => cell !== '').length * 2 < cells.length;

/** psql indents titles: `     Table "public.cart"`. */
const isTitle = /^ {1,400}\S/;
const isNoteHead = /^[A-Z][a-z][\w -]{2,40}:(?: |$)/;
