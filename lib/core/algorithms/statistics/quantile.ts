/** The quantile at `part` (0 to 1), interpolated between neighbours; `NaN` for no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = part * (sorted.length - 1);
  const below = sorted[Math.floor(index)] ?? Number.NaN;
  const above = sorted[Math.ceil(index)] ?? Number.NaN;
  // Also where both are infinite.
  return below === above ? below : below + (above - below) * (index - Math.floor(index));
}
