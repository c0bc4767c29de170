/** What a million tokens cost in dollars, input and output. @param price in microdollars; `null`: not set */
export function formatTokenPrice(price: { input: number; output: number } | null): string {
  if (price === null) return 'price not set';
  return [price.input, price.output].map((microdollars) => (microdollars / 1_000_000).toFixed(2)).join(' · ');
}
