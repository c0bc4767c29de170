import type { FoundSecret } from './found-secret.ts';
import type { SecretName } from './named-values.ts';
import { isChosenSecret } from './password-value.ts';
import type { SecretKind } from './secret-kind.ts';
import { kindOfName } from './secret-name-endings.ts';

const maxLineCharacters = 4_096;
const minColumns = 2;
const columnName = /^["']?[A-Za-z_][\w .-]{0,40}["']?$/;
const ruleCharacters = /^[\s|+:=-]+$/;
/** The line of dashes between the column names and the rows. */
const isRuleLine = (line: string): boolean => line.includes('--') && ruleCharacters.test(line);

type Delimiter = '|' | '\t' | ',' | ';' | 'blanks';

interface Cell {
  start: number;
  end: number;
}

interface Table {
  delimiter: Delimiter;
  columns: number;
  secrets: readonly (Cell & { index: number; kind: SecretKind })[];
  /** Rows start only after a line of dashes. */
  needsRule: boolean;
}

export interface SecretTables {
  visit(text: string, name: SecretName, found: FoundSecret[]): void;
  start(text: string, found: FoundSecret[]): void;
}

/** Finds the cells of columns whose name says that they contain secrets, over the pieces of a text. */
export function createSecretTables(): SecretTables {
  let table: Table | null = null;
  let readTo = 0;
  const read = (text: string, from: number, found: FoundSecret[]) => {
    let at = from;
    while (table !== null && at < text.length) {
      const end = lineEnd(text, at);
      table = readRow(table, text, at, end, found);
      if (table !== null) at = end + 1;
    }
    readTo = at;
  };
  return {
    start(text, found) {
      readTo = 0;
      if (table) read(text, 0, found);
    },
    visit(text, { start, end }, found) {
      if (start < readTo || !endsCell(text, end)) return;
      const before = text.slice(Math.max(0, start - maxLineCharacters), start);
      const lineStart = start - before.length + before.lastIndexOf('\n') + 1;
      readTo = lineEnd(text, end);
      if (readTo - lineStart > maxLineCharacters) return;
      table = tableOf(text.slice(lineStart, readTo));
      if (table) read(text, readTo + 1, found);
    },
  };
}

/** Whether a column may end here: nearly every name is in a sentence or in code instead. */
function endsCell(text: string, at: number): boolean {
  const next = text.charAt(at);
  if (next === ' ') return /[ |\r\n]|^$/.test(text.charAt(at + 1));
  return next === '' || '|,;\t"\'\r\n'.includes(next);
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/** The table whose header is this line; `null`: it is not a header. */
function tableOf(line: string): Table | null {
  for (const delimiter of ['|', '\t', ',', ';', 'blanks'] as const) {
    const cells = cellsOf(line, delimiter);
    if (cells.length < minColumns) continue;
    const names = cells.map(({ start, end }) => line.slice(start, end));
    if (!names.every((name) => columnName.test(name)) || new Set(names).size < names.length) return null;
    const secrets = cells.flatMap((cell, index) => {
      const kind = kindOfName(names[index] ?? '');
      return kind === null ? [] : [{ ...cell, index, kind }];
    });
    const needsRule = delimiter === '|';
    return secrets.length === 0 ? null : { delimiter, columns: cells.length, secrets, needsRule };
  }
  return null;
}

/** Reads a row of the table. `null`: the table has ended. */
function readRow(table: Table, text: string, start: number, end: number, found: FoundSecret[]): Table | null {
  if (end - start > maxLineCharacters) return null;
  const line = text.slice(start, end);
  if (isRuleLine(line)) return { ...table, needsRule: false };
  if (table.needsRule) return null;
  // Columns aligned by blanks end where the header of another kind of table follows.
  if (table.delimiter === 'blanks' && (tableOf(line)?.delimiter ?? 'blanks') !== 'blanks') return null;
  const cells = cellsOf(line, table.delimiter);
  const isRow = table.delimiter === 'blanks' ? cells.length >= minColumns : cells.length === table.columns;
  if (!isRow) return null;
  for (const secret of table.secrets) {
    const cell = table.delimiter === 'blanks' ? cellAt(cells, secret) : cells[secret.index];
    const value = cell && unquoted(line, cell);
    if (!value || !isChosenSecret(line.slice(value.start, value.end), secret.kind, styleOf(table))) continue;
    found.push({ start: start + value.start, end: start + value.end, kind: secret.kind });
  }
  return table;
}

const styleOf = ({ delimiter }: Table) => (delimiter === 'blanks' ? 'inline' : 'quoted');

/** The cell of a column, matched by its start, or by its end for right-aligned columns. */
const cellAt = (cells: readonly Cell[], column: Cell): Cell | undefined =>
  cells.find(({ start, end }) => start === column.start || end === column.end);

function unquoted(line: string, { start, end }: Cell): Cell {
  const quote = line.charAt(start);
  const isQuoted = end - start >= 2 && (quote === '"' || quote === "'") && line.charAt(end - 1) === quote;
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

/** The cells without surrounding blanks, and without the border of a boxed table. */
function cellsOf(line: string, delimiter: Delimiter): Cell[] {
  if (delimiter === 'blanks') {
    return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) => ({
      start: index,
      end: index + cell.length,
    }));
  }
  if (!line.includes(delimiter)) return [];
  // A blank after a comma belongs to a sentence or to code.
  if ((delimiter === ',' || delimiter === ';') && /[,;][ \t]/.test(line)) return [];
  const cells: Cell[] = [];
  const cell =
    delimiter === ',' || delimiter === ';' ? csvCell(delimiter) : new RegExp(`[^${delimiter}]*`, 'y');
  for (let at = 0; at <= line.length; ) {
    cell.lastIndex = at;
    const length = cell.exec(line)?.[0].length ?? 0;
    cells.push(trimmed(line, { start: at, end: at + length }));
    at += length + 1;
  }
  const isBox = delimiter === '|' && /^\s*\|/.test(line);
  return isBox ? cells.slice(1, /\|\s*$/.test(line) ? -1 : undefined) : cells;
}

const csvCell = (delimiter: string): RegExp =>
  new RegExp(`"(?:[^"]|"")*"[^${delimiter}]*|[^${delimiter}]*`, 'y');

function trimmed(line: string, { start, end }: Cell): Cell {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(line.charAt(from))) from += 1;
  while (to > from && /\s/.test(line.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}
