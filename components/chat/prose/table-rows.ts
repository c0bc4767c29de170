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
const figure =
  /^([-−+]?)([^\d\p{L}\s.−+-]{0,3})([-−]?)((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)\s*([^\d\s]{0,6})$/u;

/** Units of one kind, by how many of the smallest each is. */
const scales: readonly Readonly<Record<string, number>>[] = [
  { b: 1, byte: 1, bytes: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 },
  { ns: 1e-6, µs: 1e-3, us: 1e-3, ms: 1, s: 1e3, sec: 1e3, m: 6e4, min: 6e4, h: 3.6e6, d: 8.64e7 },
  { '': 1, k: 1e3, m: 1e6, b: 1e9, g: 1e9, t: 1e12 },
];

interface Figure {
  value: number;
  unit: string;
}

/** `null`: the words are no figure. */
function readFigure(words: string): Figure | null {
  const [, before = '', , after = '', digits = '', unit = ''] = figure.exec(words) ?? [];
  if (digits === '' || digits === '.') return null;
  const isNegative = /[-−]/.test(before + after);
  return { value: Number(digits.replaceAll(',', '')) * (isNegative ? -1 : 1), unit: unit.toLowerCase() };
}

/** The figures of a column in one unit; `null`: they cannot be compared as figures. */
function comparable(cells: readonly string[]): number[] | null {
  const figures = cells.map((cell) => (cell === '' ? { value: 0, unit: null } : readFigure(cell)));
  const units = new Set(figures.flatMap((one) => (one === null || one.unit === null ? [] : [one.unit])));
  if (figures.includes(null)) return null;
  const scale = units.size <= 1 ? null : scales.find((one) => [...units].every((unit) => unit in one));
  if (scale === undefined) return null;
  return figures.map((one) => (one?.value ?? 0) * (scale?.[one?.unit ?? ''] ?? 1));
}

/**
 * The order of rows by one column; rows without a word there come last. Figures are sorted as figures where their units can be compared.
 * @param rows without the head
 */
export function sortedRows(
  rows: readonly (readonly string[])[],
  sort: { column: number; isDescending: boolean } | null,
): number[] {
  const order = rows.map((_, index) => index);
  if (sort === null) return order;
  const cells = rows.map((row) => (row[sort.column] ?? '').trim());
  const figures = comparable(cells);
  const direction = sort.isDescending ? -1 : 1;
  return order.toSorted((one, other) => {
    const [a = '', b = ''] = [cells[one], cells[other]];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const difference =
      figures === null ? collator.compare(a, b) : (figures[one] ?? 0) - (figures[other] ?? 0);
    return direction * difference;
  });
}

/** The columns whose head has a link: it cannot be within a button. */
export const linkedHeads = (table: HastNode | undefined): boolean[] =>
  named(named(table, 'tr')[0], 'th').map(hasLink);

const hasLink = ({ tagName, children = [] }: HastNode): boolean => tagName === 'a' || children.some(hasLink);

/** As spreadsheets take it. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(asCell).join('\t')).join('\n');

/** What begins as a formula would be computed there; a figure is none. */
function asCell(words: string): string {
  const cell = words.replace(/\s+/g, ' ').trim();
  return /^[=+@-]/.test(cell) && readFigure(cell) === null ? `'${cell}` : cell;
}
