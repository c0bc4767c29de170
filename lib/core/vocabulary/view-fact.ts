import { z } from 'zod';

/** A fact that a summarizer found, and whether the model's view includes it: "why this view". */
const viewFactSchema = z
  .object({
    /** Lower is more important: the next step needs it sooner. */
    rank: z.number(),
    text: z.string(),
    /** Its line in the result, by the number people see. */
    line: z.number().int().optional(),
    isShown: z.boolean(),
  })
  .meta({ id: 'ViewFact' });
export type ViewFact = z.infer<typeof viewFactSchema>;

export const viewFactsSchema = z.array(viewFactSchema);
