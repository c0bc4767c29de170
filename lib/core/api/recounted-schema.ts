import { z } from 'zod';

/** A figure whose second count differs from the first. */
const differenceSchema = z.object({
  /** The group or the call that it belongs to. */
  subject: z.string(),
  figure: z.string(),
  /** As stored. */
  stored: z.number(),
  counted: z.number(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const recountedSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Number of ledger entries that were read again. */
  entries: z.number().int(),
  /** Number of groups of days that were summed again. */
  groups: z.number().int(),
  /** Number of calls whose artifact is still stored and was counted again. */
  artifacts: z.number().int(),
  /** Number of calls whose artifact has expired. */
  expired: z.number().int(),
  /** The first ones; empty: every figure matches. */
  differences: z.array(differenceSchema),
});
export type Recounted = z.infer<typeof recountedSchema>;
