import { z } from 'zod';
import { audienceSchema } from './conversation.ts';
import { ledgerEntrySchema } from './ledger.ts';
import { priceSchema } from './prices.ts';
import { recordedCallSchema } from './recorded-call.ts';

const count = z.int().nonnegative();

/** What one run of a task took. */
export const replayFiguresSchema = z.object({
  inputTokens: count,
  /** Part of the input; `null`: not reported. */
  cacheReadTokens: count.nullable(),
  outputTokens: count,
  /** The provider did not report all of it: what it did not is counted here. */
  isEstimated: z.boolean(),
  /** `null`: the price, or what was charged for, is not known. */
  costMicrodollars: count.nullable(),
  /** Model calls that were answered. */
  steps: count,
  recalls: count,
  /** From the start of each run to its end. */
  elapsedMs: count,
});
export type ReplayFigures = z.infer<typeof replayFiguresSchema>;

const replaySideSchema = replayFiguresSchema.extend({
  /** `none`: what people once asked has no program that could tell. */
  check: z.enum(['passed', 'failed', 'none']),
  /** What the check, or the run, found wrong. */
  problem: z.string().nullable(),
});
export type ReplaySide = z.infer<typeof replaySideSchema>;

export const splitSides = ['on', 'off'] as const;
export const splitSideSchema = z.enum(splitSides);
export type SplitSide = z.infer<typeof splitSideSchema>;

const replayedTaskSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: z.string(),
  /** `null`: it was not run. */
  sides: z.object({ on: replaySideSchema, off: replaySideSchema }).nullable(),
  /** Why it was not run, or what was left out of it. */
  note: z.string().nullable(),
});
export type ReplayedTask = z.infer<typeof replayedTaskSchema>;

/** The same work done twice with the same model: with results split, and with results whole. */
export const replaySchema = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  /** `null`: it goes on, or was stopped. */
  finishedAt: z.iso.datetime().nullable(),
  subject: z.enum(['tasks', 'conversation']),
  /** The conversation that was replayed, and who could read it as it was exported; `null`: these are scripted tasks. */
  access: z
    .object({
      id: z.string(),
      createdBy: z.object({ id: z.string(), name: z.string() }),
      audience: audienceSchema,
    })
    .nullable(),
  model: z.string(),
  isOffline: z.boolean(),
  /** As of the side with the split. */
  level: z.string(),
  /** What local counts are counted with. */
  tokenizer: z.string(),
  price: priceSchema.nullable(),
  tasks: z.array(replayedTaskSchema),
});
export type Replay = z.infer<typeof replaySchema>;

/** All that a figure of one run can be counted from again. */
export const rawRunSchema = z.object({
  replayId: z.string(),
  task: z.string(),
  split: splitSideSchema,
  figures: replaySideSchema,
  calls: z.array(recordedCallSchema),
  /** The log of its conversation. */
  events: z.array(z.object({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() })),
  ledger: z.array(ledgerEntrySchema),
});
export type RawRun = z.infer<typeof rawRunSchema>;
