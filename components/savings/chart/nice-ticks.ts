const niceSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Round, evenly spaced values that include 0 and span all values. */
export function niceTicks(values: readonly number[], smallestStep: number): number[] {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((max, value) => Math.max(max, value), 0);
  const step = niceStep(Math.max((high - low) / 3, smallestStep));
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // Dividing and multiplying by a power of ten can leave a rounding error, so allow for it.
  const nice = niceSteps.find((step) => step * power >= least * (1 - 1e-9)) ?? 10;
  return nice * power;
}
