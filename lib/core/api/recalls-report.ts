import { z } from 'zod';
import { kindReadingSchema } from '../vocabulary/ledger/kind-reading.ts';
import { wideningSchema } from '../vocabulary/ledger/widening-schema.ts';

/** How often the model asks for more, and how views changed because of it. */
export const recallsReportSchema = z.object({
  /** The team lets views widen automatically. */
  isWidening: z.boolean(),
  /** Kinds of views: those that are too short first, then by how often the model asked for more. */
  kinds: z.array(kindReadingSchema),
  /** The oldest first. */
  widenings: z.array(wideningSchema),
});
export type RecallsReport = z.infer<typeof recallsReportSchema>;
