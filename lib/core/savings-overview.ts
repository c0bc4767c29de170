import { z } from 'zod';
import { savingsFiguresSchema, savingsGroupSchema, savingsReportSchema } from './savings.ts';

/** All that the savings page shows of a period; read at once, so that its parts match. */
export const savingsOverviewSchema = z.object({
  /** Grouped as asked for. */
  report: savingsReportSchema,
  /** The same by day; days without entries are left out. */
  days: z.array(savingsGroupSchema),
  /** The same number of days before; `null`: not asked for. */
  before: z.object({ totals: savingsFiguresSchema, days: z.array(savingsGroupSchema) }).nullable(),
  /** Withheld tokens of the 12 weeks up to the last day, oldest first, by the key of a group. */
  weeks: z.record(z.string(), z.array(z.number().int())),
  /** What counts the tokens. */
  tokenizer: z.string(),
});
export type SavingsOverview = z.infer<typeof savingsOverviewSchema>;
