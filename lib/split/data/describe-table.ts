import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Column, Table, TableRow } from './table.ts';

const namesShown = 24;
const categoriesMost = 12;
const valuesShown = 5;
const cellCharacters = 40;

/** Columns by name, what is in each as far as it can be told in short, the first row and the last. */
/** @param isOneOfMany its rows are told with it */
export function describeTable(table: Table, place = 0, isOneOfMany = false): Section[] {
  const told = table.columns.map((column) => ({ column, text: describeColumn(column, table) }));
  const names = told.slice(0, namesShown).map(({ column }) => quote(column.name, cellCharacters));
  const more = told.length - names.length;
  const shift = place * 3;
  const head: Fact = {
    rank: ranks.lead + shift,
    text: `${isOneOfMany ? plural(table.rowCount, 'row') : 'columns'}: ${names.join(', ')}${more > 0 ? `, … ${more} more` : ''}`,
  };
  const figures = told
    .filter(({ text }) => text !== null)
    .map(({ text, column }, at) => ({
      rank: (at < 6 && place === 0 ? ranks.lead + 2 : ranks.sample + shift) + at,
      text: `${quote(column.name, cellCharacters)}: ${text}`,
    }));
  return [
    badSection(table),
    { heading: null, noun: null, total: 1, layout: 'lines', facts: table.columns.length === 0 ? [] : [head] },
    unevenSection(table),
    { heading: null, noun: null, total: figures.length, layout: 'lines', facts: figures },
    rowSection(table, shift),
  ];
}

function badSection({ bad }: Table): Section {
  const facts = bad.rows.map(({ name, state, line }, place) => ({
    rank: (place < 4 ? ranks.failure : ranks.sample) + place,
    line,
    text: `${quote(name, 80)} ${state}`,
    quotes: [quote(name, 80), state],
  }));
  return { heading: null, noun: 'problem', total: bad.count, layout: 'lines', facts };
}

function unevenSection({ uneven, columns }: Table): Section {
  const facts = uneven
    ? [
        {
          rank: ranks.failure,
          line: uneven.first,
          text: `${uneven.count.toLocaleString('en-US')} rows have more or fewer than ${columns.length} cells, the first at line ${uneven.first}`,
        },
      ]
    : [];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** `null`: texts of all kinds. */
function describeColumn(column: Column, { rowCount, columns }: Table): string | null {
  const { filled, numbers, dates, values } = column;
  const empty = rowCount - filled;
  const told =
    filled === 0
      ? 'empty'
      : dates > filled * 0.9
        ? spanOf(column)
        : numbers > filled * 0.9 && !areCodes(column)
          ? numbersOf(column, columns[0]?.name ?? '')
          : values && values.size <= Math.max(categoriesMost, rowCount / 20)
            ? valuesOf(values)
            : null;
  if (empty === 0 || filled === 0) return told;
  return `${told === null ? '' : `${told}, `}${empty.toLocaleString('en-US')} empty`;
}

const spanOf = ({ firstDate, lastDate }: Column): string =>
  firstDate === lastDate ? `${firstDate}` : `${firstDate} to ${lastDate}`;

/** Few whole numbers are kinds: a status, a year. */
const areCodes = ({ values, numbers, max }: Column): boolean =>
  values !== null && values.size <= 8 && numbers > values.size * 8 && max >= 100 && max < 600;

const noSum =
  /(?:^|_|\b)(?:id|year|month|day|lat|lon|lng|latitude|longitude|zip|port|code|age|rank|index|percent|pct|rate|version)$/i;

/** @param ownerName the column that tells rows apart: the first */
function numbersOf({ name, sum, min, max, maxOwner, numbers }: Column, ownerName: string): string {
  const owner = maxOwner === null || min === max ? '' : ` (${ownerName} ${quote(maxOwner, cellCharacters)})`;
  const range = min === max ? number(min) : `${number(min)} to ${number(max)}${owner}`;
  return noSum.test(name) || numbers < 2 ? range : `${range}, sum ${number(sum)}`;
}

function valuesOf(values: ReadonlyMap<string, number>): string | null {
  const sorted = [...values].toSorted((a, b) => b[1] - a[1]);
  if ((sorted[0]?.[1] ?? 0) < 2) return null;
  const shown = sorted
    .slice(0, valuesShown)
    .map(([text, count]) => `${quote(text, cellCharacters)} ×${number(count)}`);
  return `${shown.join(', ')}${sorted.length > valuesShown ? `, … ${sorted.length - valuesShown} more` : ''}`;
}

function rowSection({ first, last, rowCount }: Table, shift: number): Section {
  const rows = [
    { label: 'first', row: first, rank: ranks.lead + 9 },
    { label: 'last', row: rowCount > 1 ? last : null, rank: ranks.lead + 10 },
  ];
  const facts = rows.flatMap(({ label, row, rank }) => (row ? [rowFact(label, row, rank + shift)] : []));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

const rowCells = 8;

function rowFact(label: string, { cells, line }: TableRow, rank: number): Fact {
  const shown = cells.slice(0, rowCells).map((cell) => quote(cell.replaceAll('\n', ' '), cellCharacters));
  const more = cells.length > rowCells ? ', …' : '';
  return { rank, line, text: `${label} (line ${line}): ${shown.join(', ')}${more}` };
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
