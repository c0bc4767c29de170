/** A cell as it is compared. `number`: `null` where it is none. */
interface ComparedCell {
  text: string;
  number: number | null;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const groupedNumber = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** What a cell says as a number, `1,234` and `12%` included. `null`: it is none. */
export function cellNumberOf(cell: string): number | null {
  const code = cell.charCodeAt(0);
  // Digits, blanks and signs come before all letters.
  if (!(code <= 0x39)) return null;
  const text = cell.trim().replace(/%$/, '');
  if (plainNumber.test(text)) return Number(text);
  return groupedNumber.test(text) ? Number(text.replaceAll(',', '')) : null;
}

export const readCell = (text: string): ComparedCell => ({ text: text.trim(), number: cellNumberOf(text) });

const collator = new Intl.Collator('en', { numeric: true });

/** Numbers, then text with the numbers in it by their value; empty cells at the end, whichever way. */
export function compareCells(a: ComparedCell, b: ComparedCell, isDescending: boolean): number {
  if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
  const order = compareFilled(a, b);
  return isDescending ? -order : order;
}

function compareFilled(a: ComparedCell, b: ComparedCell): number {
  if (a.number !== null && b.number !== null && a.number !== b.number) return a.number - b.number;
  if ((a.number === null) !== (b.number === null)) return a.number === null ? 1 : -1;
  // Numbers too long for a number differ in their digits.
  return collator.compare(a.text, b.text);
}
