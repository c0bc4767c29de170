import { z } from 'zod';
import { audienceSchema } from '../conversation.ts';
import { ledgerEntrySchema } from './ledger.ts';
import { priceSchema } from './prices.ts';
import { recordedCallSchema } from './recorded-call.ts';

const count = z.int().nonnegative();

/** What one run of a task used. */
export const replayFiguresSchema = z.object({
  inputTokens: count,
  /** Included in the input; `null`: not reported. */
  cacheReadTokens: count.nullable(),
  outputTokens: count,
  /** The provider did not report everything; the missing part is counted here. */
  isEstimated: z.boolean(),
  /** `null`: the price, or the billed amount, is unknown. */
  costMicrodollars: count.nullable(),
  /** Model calls that were answered. */
  steps: count,
  recalls: count,
  /** Sum of the durations of its runs, start to end. */
  elapsedMs: count,
});
export type ReplayFigures = z.infer<typeof replayFiguresSchema>;

const replaySideSchema = replayFiguresSchema.extend({
  /** `none`: for a person's past requests, no program can check the result. */
  check: z.enum(['passed', 'failed', 'none']),
  /** What the check or the run reported as wrong. */
  problem: z.string().nullable(),
});
export type ReplaySide = z.infer<typeof replaySideSchema>;

export const splitSides = ['on', 'off'] as const;
export const splitSideSchema = z.enum(splitSides);
export type SplitSide = z.infer<typeof splitSideSchema>;

const replayedTaskSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: z.string(),
  /** `null`: the task was not run. */
  sides: z.object({ on: replaySideSchema, off: replaySideSchema }).nullable(),
  /** Why it was not run, or what was left out. */
  note: z.string().nullable(),
});
export type ReplayedTask = z.infer<typeof replayedTaskSchema>;

/** The same work done twice with the same model: with results split, and with whole results. */
export const replaySchema = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  /** `null`: it is still running, or was stopped. */
  finishedAt: z.iso.datetime().nullable(),
  subject: z.enum(['tasks', 'conversation']),
  /**
   * The conversation that was replayed, and who could read it when it was exported; `null`: these are
   * scripted tasks.
   */
  access: z
    .object({
      id: z.string(),
      createdBy: z.object({ id: z.string(), name: z.string() }),
      audience: audienceSchema,
    })
    .nullable(),
  model: z.string(),
  isOffline: z.boolean(),
  /** The split level of the side with the split. */
  level: z.string(),
  /** The tokenizer used for local counts. */
  tokenizer: z.string(),
  price: priceSchema.nullable(),
  tasks: z.array(replayedTaskSchema),
});
export type Replay = z.infer<typeof replaySchema>;

/** Everything needed to recount the figures of one run. */
export const rawRunSchema = z.object({
  replayId: z.string(),
  task: z.string(),
  split: splitSideSchema,
  figures: replaySideSchema,
  calls: z.array(recordedCallSchema),
  /** The event log of its conversation. */
  events: z.array(z.object({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() })),
  ledger: z.array(ledgerEntrySchema),
});
export type RawRun = z.infer<typeof rawRunSchema>;
