import {
  cellsAt,
  cellsByGaps,
  framedCells,
  headerStarts,
  ruledCells,
  ruleStarts,
} from '../../core/table/table-cells.ts';
import { isFrame, rowCountAt, tableStyleAt } from '../../core/table/table-marks.ts';
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

/**
 * Reads tables as programs print them for people (framed, ruled, aligned by blanks), one after another.
 * @param isSpaced whether column names may be separated by a single blank, as in the output of ps
 * @param areSamples whether tables with the same column names are one table, sampled again and again
 */
export function createResultTables(isSpaced = false, areSamples = false): ResultTables {
  const tables: Table[] = [];
  let tableCount = 0;
  let rowCount = 0;
  let before = '';
  /** The line before `before`: above column names it is a title. */
  let above = '';
  /**
   * The table that following notes belong to: psql prints indexes and constraints below a table's
   * description.
   */
  let noted: Table | null = null;
  let table: Table | null = null;
  let cells: ((line: string) => string[]) | null = null;
  let isFramed = false;
  /** Only blanks separate the columns, so other text below may look like a row. */
  let isAligned = false;
  /** A framed table begins with a frame, then names, then another frame. */
  let waitsForNames = false;
  /** Column names whose first row is still to come: it shows whether rows have names of their own. */
  let waiting: SpacedColumns | null = null;
  /** For a table below a rule of dashes: where its columns begin. */
  let starts: readonly number[] = [];
  /** Other text below crosses the columns' starts. */
  const fits = (text: string): boolean =>
    starts.every((start) => start === 0 || (text[start - 1] ?? ' ') === ' ');

  /** The last row below a rule of dashes: another rule below it makes it the names of the next table. */
  let lastRow: { table: Table; cells: readonly string[]; line: number } | null = null;
  const addLastRow = () => {
    if (lastRow) lastRow.table.add(lastRow.cells, lastRow.line);
    lastRow = null;
  };
  const add = (into: Table, found: readonly string[], line: number) => {
    rowCount += 1;
    if (starts.length > 0) lastRow = { table: into, cells: found, line };
    else into.add(found, line);
  };

  const begin = (
    header: readonly string[],
    read: (line: string) => string[],
    title: string | null = null,
  ) => {
    noted = null;
    cells = read;
    // Programs that sample repeat the column names above each sample.
    const known = areSamples ? tables.find(({ columns }) => hasNames(columns, header)) : undefined;
    if (known) {
      table = known;
      return;
    }
    tableCount += 1;
    table = createTable(header, title);
    if (tables.length < maxTables) tables.push(table);
  };
  const end = () => {
    table = null;
    cells = null;
    isFramed = false;
    waitsForNames = false;
    starts = [];
  };
  const takeFramed = (text: string, number: number): boolean => {
    if (isFrame(text)) {
      // The next table begins right below the last one.
      if (cells !== null && (isTopFrame.test(text) || isFrame(before))) {
        end();
        isFramed = true;
        waitsForNames = true;
      }
      return true;
    }
    if (!/^[|│]/.test(text)) {
      end();
      return false;
    }
    if (waitsForNames) {
      begin(framedCells(text), framedCells);
      isFramed = true;
      waitsForNames = false;
    } else {
      const found = framedCells(text);
      if (isContinued(found)) return true;
      table?.add(found, number);
      rowCount += 1;
    }
    return true;
  };
  const startAt = (text: string): boolean => {
    if (tableCount >= maxTablesText) return false;
    waiting = isSpaced ? spacedColumnsAt(text, before) : null;
    if (waiting) return true;
    const style = tableStyleAt(text, before);
    if (style === null) return false;
    if (style === 'framed') {
      // Markdown tables have their column names above the only rule.
      if (/^\|/.test(text) && /^\|/.test(before)) begin(framedCells(before), framedCells);
      else waitsForNames = true;
      isFramed = true;
    } else if (style === 'ruled')
      begin(ruledCells(before), ruledCells, isTitle.test(above) ? above.trim() : null);
    else {
      const isDashed = style === 'dashed';
      const columnStarts = isDashed ? ruleStarts(text) : headerStarts(text);
      const cells = isDashed ? cellsAt : cellsByGaps;
      begin(cellsAt(isDashed ? before : text, columnStarts), (line) => cells(line, columnStarts));
      isAligned = !isDashed;
      if (isDashed) starts = columnStarts;
    }
    return true;
  };
  /** Every row of a ruled table with several columns contains the column marks. */
  const isRow = (text: string): boolean =>
    text.trim() !== '' &&
    rowCountAt(text) === null &&
    !(isSpaced && (spacedColumnsAt(text) !== null || isPartHead.test(text))) &&
    tableStyleAt(text, before) === null &&
    (cells !== ruledCells || (table?.columns.length ?? 0) < 2 || text.includes('|'));
  const takeNote = (text: string, number: number): boolean => {
    if (cells === ruledCells && isNoteHead.test(text)) noted = table;
    if (noted === null || text.trim() === '') {
      noted = null;
      return false;
    }
    if (!isNoteHead.test(text)) noted.note(text, number);
    return true;
  };
  const beginWaiting = (row: string) => {
    if (waiting === null) return;
    const { names, cellsOf } = waiting.behindRowNames(row) ?? waiting;
    begin(names, cellsOf);
    isAligned = true;
    waiting = null;
  };
  const take = (text: string, number: number): boolean => {
    if (lastRow && tableStyleAt(text, before) === 'dashed') {
      lastRow = null;
      rowCount -= 1;
    } else addLastRow();
    // sacct draws a rule below the names.
    if (waiting && /^[-= ]+$/.test(text) && text.includes('---')) return true;
    beginWaiting(text);
    // A program that fails says so between the rows.
    if (cells && isMessage.test(text)) return false;
    if (isFramed) return takeFramed(text, number);
    if (cells && table && isRow(text)) {
      const found = cells(text);
      if (fits(text) && (!isAligned || isFilled(found)) && (isFramed || hasNumbersOf(table, found))) {
        add(table, found, number);
        return true;
      }
    }
    if (takeNote(text, number)) {
      end();
      return true;
    }
    if (cells) end();
    return startAt(text);
  };
  return {
    line(text, number) {
      const isTaken = take(text, number);
      above = before;
      before = text;
      return isTaken;
    },
    get tables() {
      addLastRow();
      return tables;
    },
    get tableCount() {
      return tableCount;
    },
    get rowCount() {
      return rowCount;
    },
  };
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
