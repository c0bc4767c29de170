import { z } from 'zod';

/** The token budget of a kind's views before any widening. */
const kindBudgetSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('level'), level: z.string(), tokens: z.number().int() }),
  /** Set for the tool in the config: nothing overrides it. */
  z.object({ by: z.literal('config'), level: z.string(), tokens: z.number().int() }),
  /** The tool is not split, or its views are not packed from facts: there is nothing to widen. */
  z.object({ by: z.literal('nothing') }),
]);
export type KindBudget = z.infer<typeof kindBudgetSchema>;

const counted = { calls: z.number().int(), recalls: z.number().int() };
const countedSchema = z.object(counted);
export type Counted = z.infer<typeof countedSchema>;

/** What happens with a kind whose recall rate is too high. */
const remedySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('widen'), fromTokens: z.number().int(), toTokens: z.number().int() }),
  z.object({ kind: z.literal('configured') }),
  z.object({ kind: z.literal('no_budget') }),
  z.object({ kind: z.literal('widest') }),
  /** Somebody undid a widening step. */
  z.object({ kind: z.literal('rests'), until: z.iso.datetime() }),
]);
export type Remedy = z.infer<typeof remedySchema>;

/** The recall rate of a kind of views, and the resulting remedy. */
export const kindReadingSchema = z
  .object({
    toolName: z.string(),
    /** `null`: the model read these results whole. */
    summarizer: z.string().nullable(),
    ...counted,
    /** The day counting restarted, if the budget changed within the counted days; `null`: it did not. */
    countedAnewFrom: z.iso.date().nullable(),
    budget: kindBudgetSchema,
    /**
     * The current maximum of tokens per view, and the number of widening steps that led there; `null`: it has
     * no budget.
     */
    now: z.object({ tokens: z.number().int(), steps: z.number().int() }).nullable(),
    /** `null`: its views are long enough, or there are too few counted calls to say. */
    remedy: remedySchema.nullable(),
  })
  .meta({ id: 'KindReading' });
export type KindReading = z.infer<typeof kindReadingSchema>;
