/** What a million tokens cost in dollars, input and output. @param price in microdollars; `null`: not set */
export function formatTokenPrice(price: { input: number; output: number } | null): string {
  if (price === null) return 'price not set';
  return [price.input, price.output].map((microdollars) => (microdollars / 1_000_000).toFixed(2)).join(' · ');
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Prices of 20 Nov 2026.`; empty if none of them was published. */
export function describePriceDate(models: readonly { priceDate: string | null }[]): string {
  const date = models.find(({ priceDate }) => priceDate !== null)?.priceDate;
  return date ? `Prices of ${day.format(new Date(date))}.` : '';
}
