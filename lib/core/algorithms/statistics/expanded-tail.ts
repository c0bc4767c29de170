/** Of the normal distribution: 2.5% lie beyond it. */
const z = 1.959964;

/**
 * The share to cut at each end of bootstrap values for a 95% interval. With few groups a percentile interval is too
 * narrow, so less than 2.5% is cut: as much as lies beyond Student's t (expanded percentile interval; Hesterberg, What
 * Teachers Should Know About the Bootstrap, The American Statistician 69, 2015).
 * @param groups at least 2
 */
export const expandedTail = (groups: number): number =>
  normalTail(Math.sqrt(groups / (groups - 1)) * studentQuantile(groups - 1));

/** The 97.5% quantile of Student's t (Cornish and Fisher's expansion; within 1% from 5 degrees of freedom). */
function studentQuantile(degrees: number): number {
  const first = (z ** 3 + z) / (4 * degrees);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
  return z + first + second;
}

/** What lies beyond a value of the normal distribution (Abramowitz and Stegun 26.2.17; within 1e-7). */
function normalTail(value: number): number {
  const t = 1 / (1 + 0.2316419 * value);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
