import { type Fact, ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';
import type { Table } from './table.ts';

const leadingColumns = 24;
const cellCharacters = 60;
const noteCharacters = 120;

/**
 * Names of the columns in tables that describe columns: psql's `\d`, MySQL's `DESCRIBE`, SQLite's
 * `table_info`, the standard's views.
 */
const nameColumn = /^(?:column|field|column_?name|name)$/i;
const typeColumn = /^(?:type|data_?type)$/i;
const emptyColumn = /^(?:nullable|null|not ?null|is_nullable)$/i;
const keyColumn = /^(?:key|pk|column_key)$/i;
const defaultColumn = /^(?:default|dflt_value|column_default|extra)$/i;

const schemaColumnsOf = ({ columns }: Table) => {
  const at = (pattern: RegExp): number => columns.findIndex(({ name }) => pattern.test(name));
  return {
    name: at(nameColumn),
    type: at(typeColumn),
    empty: at(emptyColumn),
    key: at(keyColumn),
    byDefault: at(defaultColumn),
  };
};

/** Whether the rows describe the columns of another table. */
export function isSchema(table: Table): boolean {
  const { name, type, empty } = schemaColumnsOf(table);
  return name !== -1 && type !== -1 && empty !== -1;
}

/**
 * Describes a table's declaration: every column with its type, then keys, indexes and constraints. `null`:
 * the table is not a declaration.
 */
export function describeSchema(table: Table, index: number): Section[] | null {
  if (!isSchema(table)) return null;
  const columnIndexes = schemaColumnsOf(table);
  const shift = index * 3;
  const facts = table.leading.map(({ cells, line }, at): Fact => {
    const cell = (column: number): string => quote(cells[column] ?? '', cellCharacters);
    const parts = [
      cell(columnIndexes.name),
      cell(columnIndexes.type),
      mayNotBeEmpty(table, columnIndexes.empty, cell(columnIndexes.empty)) ? 'not null' : '',
      isKeyCell(cell(columnIndexes.key)) ? keyOf(cell(columnIndexes.key)) : '',
      hasDefault(cell(columnIndexes.byDefault))
        ? `default ${shortDefault(cell(columnIndexes.byDefault))}`
        : '',
    ];
    return {
      rank: (at < leadingColumns ? ranks.lead + shift : ranks.sample) + at / 100,
      line,
      text: parts.filter((part) => part !== '').join(' '),
    };
  });
  const notes = table.notes.map(({ text, line }, at): Fact => {
    const shown = quote(text, noteCharacters);
    // Other indexes, and references from other tables, matter less than constraints on the rows.
    const isLead = /^\s*"?[^"]{0,200}"? ?(?:PRIMARY|FOREIGN|UNIQUE|CHECK)\b/.test(text);
    return {
      rank: (isLead ? ranks.lead + 1 : ranks.sample) + shift + at / 10,
      line,
      text: shown,
      quotes: [shown],
    };
  });
  return [
    {
      heading: table.title === null ? 'columns:' : `${quote(table.title, cellCharacters)}:`,
      noun: 'column',
      total: table.rowCount,
      layout: 'list',
      facts,
    },
    { heading: null, noun: null, total: notes.length, layout: 'lines', facts: notes },
  ];
}

/** A `Nullable` column says `not null` or `NO`, `notnull` says `1`. */
const mayNotBeEmpty = ({ columns }: Table, index: number, cell: string): boolean =>
  /^not/i.test(columns[index]?.name ?? '') ? cell === '1' : /^(?:not null|no)$/i.test(cell);

const isKeyCell = (cell: string): boolean => cell !== '' && cell !== '0' && !/^null$/i.test(cell);

const keyOf = (cell: string): string => (/^(?:PRI|[1-9]\d?)$/.test(cell) ? 'primary key' : cell);

/** The sequence of an auto-incremented column is named after the column, so its name adds nothing. */
const shortDefault = (cell: string): string => (cell.startsWith('nextval(') ? 'nextval' : cell);

const hasDefault = (cell: string): boolean => cell !== '' && !/^null$/i.test(cell);
