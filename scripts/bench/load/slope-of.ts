import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';

/**
 * The growth between neighbours of a series that most pairs of its values agree on (Theil and Sen's estimate): a few
 * readings that are off do not move it.
 */
export function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, at) =>
    values.slice(at + 1).map((later, distance) => (later - value) / (distance + 1)),
  );
  return quantile(slopes, 0.5);
}
