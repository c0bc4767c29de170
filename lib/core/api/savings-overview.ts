import { z } from 'zod';
import {
  savingsFiguresSchema,
  savingsGroupSchema,
  savingsReportSchema,
} from '../vocabulary/ledger/savings.ts';

/** Everything the savings page shows for a period, read at once so that its parts match. */
export const savingsOverviewSchema = z.object({
  /** Grouped as requested. */
  report: savingsReportSchema,
  /** The same by day; days without entries are left out. */
  days: z.array(savingsGroupSchema),
  /** The same number of days before the period; `null`: not requested. */
  before: z.object({ totals: savingsFiguresSchema, days: z.array(savingsGroupSchema) }).nullable(),
  /** Withheld tokens of the 12 weeks up to the last day, oldest first, by group key. */
  weeks: z.record(z.string(), z.array(z.number().int())),
  /** The tokenizer that counts the tokens. */
  tokenizer: z.string(),
});
export type SavingsOverview = z.infer<typeof savingsOverviewSchema>;
