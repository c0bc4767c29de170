import { z } from 'zod';

/** Micro-dollars per million tokens: $0.25 is 250,000. */
export const priceSchema = z.object({
  input: z.int().nonnegative(),
  /** Input that the provider read from its cache; `null`: it has no separate price. */
  cachedInput: z.int().nonnegative().nullable(),
  /** Input that the provider wrote to its cache; `null`: it costs what other input does. */
  cacheWrite: z.int().nonnegative().nullable().default(null),
  output: z.int().nonnegative(),
});
export type Price = z.infer<typeof priceSchema>;

/** Dollars per million tokens, as providers publish them and the config file states them. */
export const dollarsSchema = z.strictObject({
  input: z.number().nonnegative().max(10_000),
  cachedInput: z.number().nonnegative().max(10_000).optional(),
  cacheWrite: z.number().nonnegative().max(10_000).optional(),
  output: z.number().nonnegative().max(10_000),
});
export type Dollars = z.infer<typeof dollarsSchema>;

export const toPrice = ({ input, cachedInput, cacheWrite, output }: Dollars): Price => ({
  input: microdollars(input),
  cachedInput: cachedInput === undefined ? null : microdollars(cachedInput),
  cacheWrite: cacheWrite === undefined ? null : microdollars(cacheWrite),
  output: microdollars(output),
});

const microdollars = (dollars: number): number => Math.round(dollars * 1_000_000);
