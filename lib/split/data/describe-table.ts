import { describeColumn } from '../columns/describe-column.ts';
import { formatSum, isIdentifyingName, isUnitName } from '../columns/format-number.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { describeSchema } from './describe-schema.ts';
import { looksBad } from './looks-bad.ts';
import { stateColumn, type Table, type TableColumn, type TableRow } from './table.ts';

const namesShown = 24;
const cellCharacters = 40;
/** Figures of the first tables that a view always has. */
const leadingFigures = [6, 4, 3, 3];
/** All rows of a short table are kept, so it can be described by its names. */
const shortTable = 40;
const nameCharacters = 100;

/**
 * Describes a table: column names, what each column contains where that is short, the first row and the last.
 * @param isOneOfMany whether there are other tables; a small one is then shown with all its rows
 * @param areSamples whether the rows are the same values, measured again and again
 */
export function describeTable(
  table: Table,
  index = 0,
  { isOneOfMany = false, areSamples = false } = {},
): Section[] {
  const schema = describeSchema(table, index);
  if (schema) return schema;
  if (isOneOfMany && isSmall(table)) return [badSection(table), verbatimSection(table, index)];
  const names = namesFact(table);
  const hasUnits = table.columns.some(
    ({ name, values }) => isUnitName(name) && (values === null || values.size > 1),
  );
  const parts = table.columns
    .filter(({ name }) => name !== names?.column)
    .map((column) => ({
      column,
      text: describeColumn(column, {
        rowCount: table.countedRows,
        nameRow: (row) => nameOf(row, column, table),
        // What was sampled again and again does not add up, nor do amounts in several units.
        hasSums: !areSamples && !hasUnits,
        isListed: (value) => stateColumn.test(column.name) && looksBad.test(value),
      }),
    }));
  const shown = table.columns
    .slice(0, namesShown)
    .map(({ name }) =>
      name.includes(',') ? `"${quote(name, cellCharacters)}"` : quote(name, cellCharacters),
    );
  const more = table.columns.length - shown.length;
  const head: Fact = {
    rank: ranks.lead + index,
    isLabel: true,
    text: `${isOneOfMany ? headOf(table) : 'columns'}: ${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`,
  };
  const filled = parts.filter(({ text }) => text !== null);
  const byWeight = filled.toSorted((a, b) => dullness(a.column) - dullness(b.column));
  const figures = filled.map((figure) => {
    const at = byWeight.indexOf(figure);
    const isLeading = at < (leadingFigures[index] ?? 2) && dullness(figure.column) < constant;
    return {
      rank: (isLeading ? ranks.lead + 2 : ranks.sample) + index + at,
      text: `${quote(figure.column.name, cellCharacters)}: ${figure.text}`,
    };
  });
  const facts: Fact[] = names ? [{ rank: ranks.lead + 1 + index, text: names.text }, ...figures] : figures;
  return [
    badSection(table),
    fullSection(table, index),
    { heading: null, noun: null, total: 1, layout: 'lines', facts: table.columns.length === 0 ? [] : [head] },
    unevenSection(table),
    { heading: null, noun: null, total: facts.length, layout: 'lines', facts },
    rowSection(table, index),
    totalSection(table, index),
  ];
}

const smallTable = 6;
const smallCharacters = 500;
const isSmall = ({ rowCount, leading, columns }: Table): boolean =>
  rowCount <= smallTable &&
  leading.reduce((sum, { cells }) => sum + cells.join(' ').length, columns.length * 4) <= smallCharacters;

/** All rows, where a description would take as much room. */
function verbatimSection({ columns, leading }: Table, position: number): Section {
  const write = (cells: readonly string[]) =>
    cells.map((cell) => quote(cell, cellCharacters) || '""').join(' | ');
  const rank = ranks.lead + position;
  const rows = leading.map(({ cells, line }, index) => ({
    ...(isNearlyFull(cells, columns) && { isProblem: false }),
    rank: isNearlyFull(cells, columns) ? ranks.spread - 1 + position / 10 : rank + (index + 1) / 10,
    line,
    text: `${line}: ${write(cells)}`,
  }));
  const head: Fact = { rank, isLabel: true, text: `${write(columns.map(({ name }) => name))}:` };
  return { heading: null, noun: null, total: rows.length + 1, layout: 'lines', facts: [head, ...rows] };
}

const fullShown = 3;

/** The first rows of what is nearly full. */
function fullSection({ leading, columns }: Table, shift: number): Section {
  const rows = leading.filter(({ cells }) => isNearlyFull(cells, columns)).slice(0, fullShown);
  const facts = rows.map((row, index) => ({
    ...rowFact('nearly full', row, ranks.spread - 1 + shift / 10 + index / 100),
    isProblem: false,
  }));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** Columns that say how full something is. */
const fullness = /^(?:i?use%|%? ?used|used%|capacity|%? ?full|i?usage|%util)$/i;

/** 90% or more of a disk is used. */
const isNearlyFull = (cells: readonly string[], columns: Table['columns']): boolean =>
  cells.some(
    (cell, at) => /^(?:9\d(?:\.\d+)?|100(?:\.0+)?)%$/.test(cell) && fullness.test(columns[at]?.name ?? ''),
  );

const constant = 3;

/** Shares of a whole are asked for first; the ranges of IDs and priorities, and what never changes, hardly ever. */
function dullness({ name, numbers, min, max, filled, values }: TableColumn): number {
  if (numbers > 1 && min === max) return constant;
  if (filled > 1 && values?.size === 1 && isNothing(values.keys().next().value ?? '')) return constant;
  if (numbers > 0 && (isIdentifyingName(name) || /^(?:pri?|ni(?:ce)?|c)$/i.test(name))) return 2;
  return /^%|%$/.test(name) ? 0 : 1;
}

const headOf = ({ title, rowCount }: Table): string =>
  `${title === null ? '' : `${quote(title, cellCharacters)}, `}${plural(rowCount, 'row')}`;

const severityIn = (state: string): number => (/^(?:critical|crit|fatal|emerg)/i.test(state) ? 1 : 0);

/** So many rows with a problem are each needed. */
const neededRows = 8;

/** How programs write that there is no value. */
const isNothing = (cell: string): boolean => cell === '' || cell === '-' || cell === '<none>';

function badSection(table: Table): Section {
  const { bad, columns } = table;
  const owner = ownerAt(table);
  const isSpaced = owner > 0 && /^namespace$/i.test(columns[0]?.name ?? '');
  // The worst come first.
  const rows = bad.rows.toSorted((a, b) => severityIn(b.state) - severityIn(a.state));
  const facts = rows.map(({ cells, state, line }, index): Fact => {
    const name = quote(cells[owner] ?? '', 80);
    const space = isSpaced ? `${quote(cells[0] ?? '', 40)}/` : '';
    const brief = { text: `${space}${name} ${state}`, quotes: [name, state] };
    const others = cells.filter(
      (cell, at) => at !== owner && !(isSpaced && at === 0) && cell !== state && !isNothing(cell),
    );
    const shown = others.slice(0, rowCells).map((cell) => quote(cell, cellCharacters));
    return {
      rank: (index < neededRows ? ranks.failure : ranks.sample) + index,
      line,
      text: shown.length === 0 ? brief.text : `${brief.text} (${shown.join(', ')})`,
      quotes: brief.quotes,
      brief,
    };
  });
  return { heading: null, noun: 'problem', total: bad.count, layout: 'lines', facts };
}

function unevenSection({ uneven, columns }: Table): Section {
  const facts = uneven
    ? [
        {
          rank: ranks.failure,
          line: uneven.first,
          text: `${uneven.count === 1 ? '1 row has' : `${formatSum(uneven.count)} rows have`} more or fewer than ${columns.length} cells, the first at line ${uneven.first}: ${quote(uneven.text, 80)}`,
        },
      ]
    : [];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

const namesColumn =
  /^(?:name|names|title|table|table_?name|tables_in_.{1,80}|file|path|repository|relname|datname|package|service|container|key|column_name|email|subject)$/i;

/**
 * Index of the column that identifies rows: an ID at the front, else one with a typical name, else the first
 * whose texts all differ, else the first.
 */
function ownerAt({ columns, countedRows }: Table): number {
  if (/(?:^|_)id$/i.test(columns[0]?.name ?? '')) return 0;
  const isFull = ({ filled }: TableColumn) => filled === countedRows;
  const first = (form: RegExp) => columns.findIndex((column) => isFull(column) && form.test(column.name));
  const named = [/^names?$/i, ownerColumn].map(first).find((at) => at !== -1);
  if (named !== undefined) return named;
  const differing = columns.findIndex(
    (column) =>
      isFull(column) &&
      column.numbers + column.dates === 0 &&
      (column.values === null || column.values.size === countedRows),
  );
  return Math.max(0, differing);
}

const ownerColumn =
  /^(?:names?|names?pace\/name|command|cmd|mounted on|process|title|pod|topic|relname|jobname)$/i;

/**
 * The names of a short table's rows: from the column with a typical name, else from the first if it has words
 * and no duplicates.
 */
function namesFact({
  columns,
  leading,
  rowCount,
  countedRows,
}: Table): { column: string; text: string } | null {
  if (rowCount < 3 || rowCount > shortTable) return null;
  const at = columns.findIndex((column, index) => {
    if (/^time$/i.test(column.name)) return false;
    const isCalled = namesColumn.test(column.name);
    const isUnique = column.values?.size === countedRows && column.numbers + column.dates === 0;
    return isCalled ? column.filled === countedRows && column.dates === 0 : index === 0 && isUnique;
  });
  const column = columns[at];
  if (!column) return null;
  const names: string[] = [];
  let length = 0;
  for (const { cells } of leading) {
    const name = quote((cells[at] ?? '').replaceAll('\n', ' '), cellCharacters);
    length += name.length + 2;
    if (length > nameCharacters) break;
    names.push(name);
  }
  const more = rowCount - names.length;
  return {
    column: column.name,
    text: `${quote(column.name, cellCharacters)}: ${names.join(', ')}${more > 0 ? `, … ${more} more` : ''}`,
  };
}

/** The row's label, from the column that identifies rows. */
function nameOf(row: readonly string[], column: TableColumn, table: Table): string {
  const owner = table.columns[ownerAt(table)];
  if (!owner || owner === column) return '';
  const cell = row[table.columns.indexOf(owner)] ?? '';
  return ` (${quote(owner.name, cellCharacters)} ${quote(cell.replaceAll('\n', ' '), cellCharacters)})`;
}

const minRanked = 4;

/** Whether the numbers of a column only fall, as in a list of the largest. */
function isRanked(rows: readonly TableRow[]): boolean {
  if (rows.length < minRanked) return false;
  return (rows[0]?.cells ?? []).some((_, at) => {
    const numbers = rows.map(({ cells }) => Number.parseFloat(cells[at] ?? ''));
    const falls = numbers.slice(1).filter((value, index) => value < (numbers[index] ?? 0)).length;
    return falls >= minRanked - 1 && numbers.slice(1).every((value, index) => value <= (numbers[index] ?? 0));
  });
}

/** Of a list that is sorted by what matters, the top. */
const topRows = 4;

function rowSection({ leading, last, rowCount }: Table, shift: number): Section {
  const isSorted = isRanked(leading);
  const top = isSorted && rowCount > topRows ? leading.slice(1, topRows) : [];
  const rows = [
    { label: 'first', row: leading[0], rank: ranks.lead + (isSorted ? 0.5 : 9) },
    ...top.map((row, index) => ({ label: 'then', row, rank: ranks.lead + 3 + index })),
    {
      label: 'last',
      row: rowCount > 1 ? last : null,
      rank: shift === 0 ? ranks.lead + 10 : ranks.sample + shift,
    },
  ];
  const facts = rows.flatMap(({ label, row, rank }) => (row ? [rowFact(label, row, rank + shift)] : []));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** Rows that sum up the others, each cell with the name of its column. */
function totalSection({ totals, columns }: Table, shift: number): Section {
  const facts = totals.map(({ cells, line }, index) => {
    const [name = '', ...values] = cells;
    const named = values
      .map((cell, at) => ({ cell, name: columns[at + 1]?.name ?? '' }))
      .filter(({ cell }) => cell !== '' && !/^0(?:\.0+)?$/.test(cell))
      .map(({ cell, name }) => `${quote(name, cellCharacters)} ${quote(cell, cellCharacters)}`);
    return {
      rank: (totals.length === 1 ? ranks.lead + 1 : ranks.sample) + shift + index / 10,
      line,
      text: `${quote(name, cellCharacters).replace(/:$/, '')} (line ${line}): ${named.slice(0, rowCells + 4).join(', ')}`,
    };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

const rowCells = 8;

function rowFact(label: string, { cells, line }: TableRow, rank: number): Fact {
  const shown = cells.slice(0, rowCells).map((cell) => quote(cell.replaceAll('\n', ' '), cellCharacters));
  const more = cells.length > rowCells ? ', …' : '';
  return { rank, line, text: `${label} (line ${line}): ${shown.join(', ')}${more}` };
}
