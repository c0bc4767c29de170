import { z } from 'zod';

const event = z.object({
  /** Its number in the list, from 1: of two that are written at once, only one gets it. */
  number: z.int().positive(),
  timestamp: z.iso.datetime(),
});

/** The views of a kind get more room because the model asked for more of too many of them. */
export const widenedSchema = event.extend({
  type: z.literal('widened'),
  toolName: z.string(),
  summarizer: z.string(),
  /** The split level it applies to; at another level, the kind has that level's budget. */
  level: z.string(),
  fromTokens: z.int().positive(),
  toTokens: z.int().positive(),
  /** Figures counted up to then. */
  calls: z.int(),
  recalls: z.int(),
});

const undoneSchema = event.extend({
  type: z.literal('undone'),
  /** The number of the widening that is undone. */
  widening: z.int().positive(),
  by: z.object({ id: z.string(), name: z.string() }),
});

export const wideningEventSchema = z.discriminatedUnion('type', [widenedSchema, undoneSchema]);
export type WideningEvent = z.infer<typeof wideningEventSchema>;
export type Widened = z.infer<typeof widenedSchema>;
