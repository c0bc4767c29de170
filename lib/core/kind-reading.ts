import { z } from 'zod';

/** What the views of a kind may hold before anything is widened. */
const kindBudgetSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('level'), level: z.string(), tokens: z.number().int() }),
  /** People set it for the tool: nothing overrules that. */
  z.object({ by: z.literal('config'), level: z.string(), tokens: z.number().int() }),
  /** The tool is not split, or its views are not packed from facts: there is nothing to widen. */
  z.object({ by: z.literal('nothing') }),
]);
export type KindBudget = z.infer<typeof kindBudgetSchema>;

const counted = { calls: z.number().int(), recalls: z.number().int() };
const countedSchema = z.object(counted);
export type Counted = z.infer<typeof countedSchema>;

/** What happens to a kind whose recall rate is too high. */
const remedySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('widen'), fromTokens: z.number().int(), toTokens: z.number().int() }),
  z.object({ kind: z.literal('configured') }),
  z.object({ kind: z.literal('no_budget') }),
  z.object({ kind: z.literal('widest') }),
  /** Somebody undid a step. */
  z.object({ kind: z.literal('rests'), until: z.iso.datetime() }),
]);
export type Remedy = z.infer<typeof remedySchema>;

/** The recall rate of a kind of views, and what follows from it. */
export const kindReadingSchema = z
  .object({
    toolName: z.string(),
    /** `null`: the model read these results whole. */
    summarizer: z.string().nullable(),
    ...counted,
    /** The day counting restarted, if its budget changed within the counted days; `null`: it did not. */
    countedAnewFrom: z.iso.date().nullable(),
    budget: kindBudgetSchema,
    /** The most tokens of its views now, and the number of steps that led there; `null`: it has no budget. */
    now: z.object({ tokens: z.number().int(), steps: z.number().int() }).nullable(),
    /** `null`: its views are long enough, or it was not counted long enough to say. */
    remedy: remedySchema.nullable(),
  })
  .meta({ id: 'KindReading' });
export type KindReading = z.infer<typeof kindReadingSchema>;
