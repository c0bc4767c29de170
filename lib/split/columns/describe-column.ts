import { quote } from '../quote.ts';
import type { Column } from './column.ts';
import { formatEnd } from './exact-range.ts';
import { formatSum, isIdentifyingName } from './format-number.ts';

const maxCategories = 12;
const valuesShown = 5;
/** For a column with many values, the most frequent ones are enough. */
const leadingValues = 3;
const cellCharacters = 40;

export interface ColumnContext<Row> {
  /** Number of rows, including those with an empty cell in this column. */
  rowCount: number;
  /** ` (NAME web-1)`: identifies the row with the largest number; `''`: nothing does. */
  nameRow(row: Row): string;
  hasSums: boolean;
  /** Whether the rows with this value are listed elsewhere in the view. */
  isListed?(value: string): boolean;
}

/** `0 to 98 (line 7)`, `GET ×12, POST ×3`. `null`: texts of all kinds, or numbers that count the rows. */
export function describeColumn<Row>(column: Column<Row>, context: ColumnContext<Row>): string | null {
  const { rowCount } = context;
  const { filled, numbers, dates, values } = column;
  const empty = rowCount - filled;
  const text =
    filled === 0
      ? 'empty'
      : dates > filled * 0.9
        ? spanOf(column)
        : numbers > filled * 0.9 && !areCodes(column) && !isVersion.test(column.name)
          ? numbersOf(column, context)
          : ((values && valuesOf(values, filled, context)) ?? endingsOf(column));
  if (empty === 0 || filled === 0) return text;
  return `${text === null ? '' : `${text}, `}${formatSum(empty)} empty`;
}

/** `1.10` is no decimal. */
const isVersion = /version$/i;

const minEndings = 3;

/** `ending in (LISTEN) ×4, (CLOSE_WAIT) ×412` */
function endingsOf({ endings }: Column<unknown>): string | null {
  if (endings === null || endings.distinct === null || endings.total < minEndings) return null;
  const shown = endings.top(valuesShown).map(({ name, count }) => `(${name}) ×${formatSum(count)}`);
  const more = endings.distinct - shown.length;
  return `ending in ${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`;
}

const spanOf = ({ firstDate, lastDate }: Column<unknown>): string => {
  const [from, to] = [firstDate, lastDate].map((date) => quote(date ?? '', cellCharacters));
  return from === to ? `${from}` : `${from} to ${to}`;
};

const exceptionsShown = 4;

/** A few distinct whole numbers are categories, such as a status. */
const areCodes = ({ values, numbers, min, max, quantities }: Column<unknown>): boolean =>
  values !== null && !quantities && values.size <= 8 && numbers > values.size * 8 && min >= 100 && max < 600;

const noSum =
  /^%|%$|\/s$|(?:^|_|\b)(?:pr|pri|ni|nice|c|lat|lon|lng|latitude|longitude|age|rank|percent|pct|rate|score|rating|avg|mean|per_?call|cum|cumtime|cumulative)$/i;

/** @returns `null` if the numbers count the rows without a gap */
function numbersOf<Row>(
  column: Column<Row>,
  { rowCount, nameRow, hasSums }: ColumnContext<Row>,
): string | null {
  const { name, sum, min, max, minRow, maxRow, minCount, maxCount, numbers, filled } = column;
  const { firstOther, quantities, exact } = column;
  if (isIdentifyingName(name) && max - min + 1 === rowCount) return null;
  const ownerOf = (row: Row | null) => (row === null || isIdentifyingName(name) ? '' : nameRow(row));
  // Of what many rows share, no row is the owner.
  const maxOwner = maxCount === 1 ? ownerOf(maxRow) : '';
  const minOwner = maxCount > 1 && minCount === 1 ? ownerOf(minRow) : '';
  const isSummed =
    hasSums && !quantities && !noSum.test(name) && !isIdentifyingName(name) && numbers > 1 && exact === null;
  const least = quantities?.min ?? formatEnd('min', column, name);
  const most = quantities?.max ?? formatEnd('max', column, name);
  const range = least === most ? least : `${least}${minOwner} to ${most}${maxOwner}`;
  const others = filled - numbers;
  const beside =
    others === 0
      ? ''
      : `, ${formatSum(others)} ${/^\d/.test(firstOther ?? '') ? 'in another form' : 'no number'} (${quote(firstOther ?? '', 20)}${others > 1 ? ', …' : ''})`;
  return `${range}${isSummed ? `, sum ${formatSum(sum)}` : ''}${beside}`;
}

function valuesOf<Row>(
  values: NonNullable<Column<Row>['values']>,
  filled: number,
  { nameRow, isListed = () => false }: ColumnContext<Row>,
): string | null {
  const sorted = [...values].toSorted(
    ([a, { count: ofA }], [b, { count: ofB }]) => ofB - ofA || Number(isListed(a)) - Number(isListed(b)),
  );
  const commonest = sorted[0]?.[1].count ?? 0;
  const isFew = sorted.length <= Math.max(maxCategories, filled / 20);
  if (commonest < 2 || (!isFew && filled < sorted.length * 4)) return null;
  const count = sorted.length <= maxCategories ? valuesShown : leadingValues;
  // If nearly all rows share one value, the others are exceptions.
  const isOne = commonest > filled * 0.95;
  const write = ([text, { count, row }]: (typeof sorted)[number]): string => {
    // The only row with a value is asked for by its name.
    const name = count === 1 && row !== null && commonest >= manyAlike && !isListed(text) ? nameRow(row) : '';
    return `${quote(text, cellCharacters)} ×${formatSum(count)}${name}`;
  };
  const shown = sorted.slice(0, isOne && sorted.length > exceptionsShown ? 2 : count);
  const total = sorted.length > maxCategories ? `${sorted.length} values, ` : '';
  const more = sorted.length - shown.length;
  const rarest = more > 1 && isAlone(sorted) ? sorted.at(-1) : undefined;
  return [
    `${total}${shown.map(write).join(', ')}`,
    ...(more > 0 ? [`… ${rarest ? more - 1 : more} more`] : []),
    ...(rarest ? [write(rarest)] : []),
  ].join(', ');
}

const manyAlike = 4;

/** Whether the last value is in one row, and each other in several. */
const isAlone = (sorted: readonly (readonly [string, { count: number }])[]): boolean =>
  sorted.at(-1)?.[1].count === 1 && (sorted.at(-2)?.[1].count ?? 0) >= manyAlike;
