const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const parts = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
});

/** To the micro-dollar, where single entries stand. */
export const formatExactMoney = (microdollars: number): string =>
  parts.format(microdollars / 1_000_000).replace('-', '−');

/** In cents; what is less than one, in full: it is not nothing. */
export function formatMoney(microdollars: number): string {
  const isSmall = microdollars !== 0 && Math.abs(microdollars) < 10_000;
  return (isSmall ? parts : dollars).format(microdollars / 1_000_000).replace('-', '−');
}
