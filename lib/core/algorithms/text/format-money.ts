const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const parts = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
});

/** To the micro-dollar, for single entries. */
export const formatExactMoney = (microdollars: number): string =>
  parts.format(microdollars / 1_000_000).replace('-', '−');

/** In cents; amounts below one cent in full, since they are not zero. */
export function formatMoney(microdollars: number): string {
  const isSmall = microdollars !== 0 && Math.abs(microdollars) < 10_000;
  return (isSmall ? parts : dollars).format(microdollars / 1_000_000).replace('-', '−');
}
