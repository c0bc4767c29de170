import { z } from 'zod';

/** A fact that a summarizer found, and whether the model's view has it: "why this view". */
const viewFactSchema = z
  .object({
    /** What the next step needs sooner has the lower. */
    rank: z.number(),
    text: z.string(),
    /** Where it stands in the result, as people see it. */
    line: z.number().int().optional(),
    isShown: z.boolean(),
  })
  .meta({ id: 'ViewFact' });
export type ViewFact = z.infer<typeof viewFactSchema>;

export const viewFactsSchema = z.array(viewFactSchema);
