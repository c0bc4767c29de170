import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';

/** A figure over several rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
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
