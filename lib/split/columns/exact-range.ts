import { formatValue, isIdentifyingName } from './format-number.ts';

/** The least and the greatest of the integers that a floating-point number would round. */
export interface ExactRange {
  min: bigint;
  max: bigint;
}

const integer = /^-?\d+$/;

/** @returns the range with the text's integer, if it is one */
export function withExact(range: ExactRange | null, text: string): ExactRange | null {
  if (!integer.test(text)) return range;
  const value = BigInt(text);
  if (range === null) return { min: value, max: value };
  return { min: value < range.min ? value : range.min, max: value > range.max ? value : range.max };
}

/** Formats the least or the greatest number of a column; one that was rounded is shown as it was printed. */
export function formatEnd(
  end: 'min' | 'max',
  figures: { min: number; max: number; exact: ExactRange | null },
  name: string,
): string {
  const { [end]: value, exact } = figures;
  if (exact === null || Number.isSafeInteger(value)) return formatValue(value, name);
  return isIdentifyingName(name) ? String(exact[end]) : exact[end].toLocaleString('en-US');
}
