import { z } from 'zod';

/** Micro-dollars per million tokens: $0.25 is 250,000. */
export const priceSchema = z.object({
  input: z.int().nonnegative(),
  /** Input that the provider read from its cache; `null`: it has no separate price. */
  cachedInput: z.int().nonnegative().nullable(),
  output: z.int().nonnegative(),
});
export type Price = z.infer<typeof priceSchema>;

/** Dollars per million tokens, as providers publish them and the config file states them. */
export const dollarsSchema = z.strictObject({
  input: z.number().nonnegative().max(10_000),
  cachedInput: z.number().nonnegative().max(10_000).optional(),
  output: z.number().nonnegative().max(10_000),
});
export type Dollars = z.infer<typeof dollarsSchema>;

/**
 * Standard tier, in dollars per million tokens. Source: https://developers.openai.com/api/docs/pricing as of
 * 2026-05-04, from the copy in github.com/api-evangelist/openai (plans/openai-plans-pricing.yml).
 */
const published: Readonly<Record<string, Dollars>> = {
  'gpt-5.5': { input: 5, cachedInput: 0.5, output: 30 },
  'gpt-5.4': { input: 2.5, cachedInput: 0.25, output: 15 },
  'gpt-5.4-mini': { input: 0.75, cachedInput: 0.075, output: 4.5 },
  'gpt-5.4-nano': { input: 0.2, cachedInput: 0.02, output: 1.25 },
};

/** A model name with a snapshot date has the price of the model without it. `null`: its price is unknown. */
export function priceOf(model: string, configured: Readonly<Record<string, Dollars>>): Price | null {
  const plain = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  for (const table of [configured, published]) {
    for (const name of [model, plain]) {
      const dollars = Object.hasOwn(table, name) ? table[name] : undefined;
      if (dollars) return toPrice(dollars);
    }
  }
  return null;
}

const toPrice = ({ input, cachedInput, output }: Dollars): Price => ({
  input: microdollars(input),
  cachedInput: cachedInput === undefined ? null : microdollars(cachedInput),
  output: microdollars(output),
});

const microdollars = (dollars: number): number => Math.round(dollars * 1_000_000);
