import type { JsonSchema } from './json-schemas.ts';

/** The limits of a value, such as `1 to 50` or `at most 200 characters`; empty: it has none. */
export function limitsText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    rangeText(minimum, maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    rangeText(minItems, maxItems, ' items'),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function rangeText(least: number | undefined, max: number | undefined, unit: string): string {
  if (least !== undefined && max !== undefined) return `${grouped(least)} to ${grouped(max)}${unit}`;
  if (max !== undefined) return `at most ${grouped(max)}${unit}`;
  return least === undefined ? '' : `at least ${grouped(least)}${unit}`;
}

const grouped = (count: number): string => count.toLocaleString('en-US');
