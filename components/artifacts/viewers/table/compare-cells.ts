/** A cell prepared for comparison. `number`: `null` if it is not a number. */
interface ComparedCell {
  text: string;
  number: number | null;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const groupedNumber = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** The numeric value of a cell, `1,234` and `12%` included. `null`: it is not a number. */
export function cellNumberOf(cell: string): number | null {
  const code = cell.charCodeAt(0);
  // Quick check: digits, whitespace and signs come before all letters.
  if (!(code <= 0x39)) return null;
  const text = cell.trim().replace(/%$/, '');
  if (plainNumber.test(text)) return Number(text);
  return groupedNumber.test(text) ? Number(text.replaceAll(',', '')) : null;
}

export const readCell = (text: string): ComparedCell => ({ text: text.trim(), number: cellNumberOf(text) });

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Numbers first, then text with embedded numbers compared by value; empty cells come last in both directions.
 */
export function compareCells(a: ComparedCell, b: ComparedCell, isDescending: boolean): number {
  if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
  const order = compareFilled(a, b);
  return isDescending ? -order : order;
}

function compareFilled(a: ComparedCell, b: ComparedCell): number {
  if (a.number !== null && b.number !== null && a.number !== b.number) return a.number - b.number;
  if ((a.number === null) !== (b.number === null)) return a.number === null ? 1 : -1;
  // Numbers beyond double precision are compared by their digits.
  return collator.compare(a.text, b.text);
}
