import { z } from 'zod';

const event = z.object({
  /** Its place among them, from 1: of two that were written at once, one gets it. */
  number: z.int().positive(),
  timestamp: z.iso.datetime(),
});

/** The views of a kind get more room, because the model came back for too many of them. */
export const widenedSchema = event.extend({
  type: z.literal('widened'),
  toolName: z.string(),
  summarizer: z.string(),
  /** At another level the kind has the budget of that. */
  level: z.string(),
  fromTokens: z.int().positive(),
  toTokens: z.int().positive(),
  /** What was counted until then. */
  calls: z.int(),
  recalls: z.int(),
});

const undoneSchema = event.extend({
  type: z.literal('undone'),
  /** The number of what is taken back. */
  widening: z.int().positive(),
  by: z.object({ id: z.string(), name: z.string() }),
});

export const wideningEventSchema = z.discriminatedUnion('type', [widenedSchema, undoneSchema]);
export type WideningEvent = z.infer<typeof wideningEventSchema>;
export type Widened = z.infer<typeof widenedSchema>;
