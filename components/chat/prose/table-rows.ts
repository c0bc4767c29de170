/** The part of a hast tree that is used here. */
interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  children?: HastNode[];
}

/** The words of a table's cells, row by row, the head first. */
export const rowsOf = (table: HastNode | undefined): string[][] =>
  named(table, 'tr').map((row) => [...named(row, 'th'), ...named(row, 'td')].map(wordsOf));

function named(node: HastNode | undefined, tagName: string): HastNode[] {
  return (node?.children ?? []).flatMap((child) =>
    child.tagName === tagName
      ? [child]
      : child.tagName === 'thead' || child.tagName === 'tbody'
        ? named(child, tagName)
        : [],
  );
}

const wordsOf = ({ value, children = [] }: HastNode): string => value ?? children.map(wordsOf).join('');

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const number = /^[^\d\p{L}-]{0,3}(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*[^\d\s]{0,6}$/u;

/**
 * The order of rows by one column; rows without a word there come last. A column of figures, with or without their unit, is sorted
 * as figures.
 * @param rows without the head
 */
export function sortedRows(
  rows: readonly (readonly string[])[],
  sort: { column: number; isDescending: boolean } | null,
): number[] {
  const order = rows.map((_, index) => index);
  if (sort === null) return order;
  const cells = rows.map((row) => (row[sort.column] ?? '').trim());
  const figures = cells.map((cell) => Number(number.exec(cell)?.[1]?.replaceAll(',', '') ?? Number.NaN));
  const isNumeric = cells.every((cell, index) => cell === '' || !Number.isNaN(figures[index]));
  const direction = sort.isDescending ? -1 : 1;
  return order.toSorted((one, other) => {
    const [a = '', b = ''] = [cells[one], cells[other]];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const difference = isNumeric ? (figures[one] ?? 0) - (figures[other] ?? 0) : collator.compare(a, b);
    return direction * difference;
  });
}

/** As spreadsheets take it. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')).join('\n');
