/** A figure over several rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** The quantile at `part` (0 to 1), interpolated between neighbours; `NaN` for no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = part * (sorted.length - 1);
  const below = sorted[Math.floor(index)] ?? Number.NaN;
  const above = sorted[Math.ceil(index)] ?? Number.NaN;
  return below + (above - below) * (index - Math.floor(index));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** `median (min to max)` */
export function formatSpread(spread: Spread, fractionDigits: number): string {
  const format = (value: number) =>
    value.toLocaleString('en-US', {
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
  return `${format(spread.median)} (${format(spread.min)} to ${format(spread.max)})`;
}

/** Combines two figures round by round, so that noise common to both cancels out. */
export const pairwise = (
  one: readonly number[],
  other: readonly number[],
  combine: (a: number, b: number) => number,
): Spread => spreadOf(one.map((value, round) => combine(value, other[round] ?? Number.NaN)));
