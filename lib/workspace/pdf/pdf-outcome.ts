import { z } from 'zod';

/** What its reader says of a PDF, after its text. */
export const pdfOutcomeSchema = z.object({
  /** `null`: it could not be opened. */
  pageCount: z.int().nullable(),
  /** Pages whose text was read, from the first on. */
  readPages: z.int(),
  /** Whether any page draws a letter or a digit. */
  hasText: z.boolean(),
  /** `null`: it was read. */
  failure: z.enum(['encrypted', 'damaged']).nullable(),
});
export type PdfOutcome = z.infer<typeof pdfOutcomeSchema>;
