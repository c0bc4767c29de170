import { z } from 'zod';
import { audienceSchema } from '../conversation.ts';
import { jsonSchema } from '../json.ts';
import { ledgerEntrySchema } from './ledger.ts';
import { priceSchema } from './prices.ts';
import { recordedCallSchema } from './recorded-call.ts';
import { taskKinds } from './task-kinds.ts';

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
  /**
   * Input that repeats the call before it from the start, which a provider can read from its cache; counted
   * here. `null`: an earlier version did not count it.
   */
  repeatedTokens: count.nullable().default(null),
  /** Tokens of the tool definitions in its requests, counted here; `null`: an earlier version did not count them. */
  definitionTokens: count.nullable().default(null),
  /** How often messages were compacted, or left out for the window; `null`: an earlier version did not count. */
  compactions: count.nullable().default(null),
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

/** A task done once with the split and once without, one right after the other. */
const replayRoundSchema = z.object({
  /** From 1. */
  round: z.int().positive(),
  on: replaySideSchema,
  off: replaySideSchema,
});
export type ReplayRound = z.infer<typeof replayRoundSchema>;

/** An earlier version ran each task once and stored its two sides; `null`: the task was not run. */
function withRounds(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('sides' in stored)) return stored;
  const { sides, ...task } = stored;
  const rounds = typeof sides === 'object' && sides !== null ? [{ round: 1, ...sides }] : [];
  return { kind: null, ...task, rounds };
}

const replayedTaskSchema = z.preprocess(
  withRounds,
  z.object({
    name: z.string().regex(/^[a-z0-9-]{1,64}$/),
    title: z.string(),
    /** `null`: a conversation, or a task of an earlier version. */
    kind: z.enum(taskKinds).nullable().catch(null),
    /** The template that it was made from, with others; `null`: it is like no other. */
    family: z.string().nullable().default(null),
    /** In the order in which they ran; empty: the task was not run. */
    rounds: z.array(replayRoundSchema),
    /** Why it was not run, or what was left out. */
    note: z.string().nullable(),
  }),
);
export type ReplayedTask = z.infer<typeof replayedTaskSchema>;

/** The same work done with the same model, each time twice: with results split, and with whole results. */
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
  /** The offline model follows a script: it has no variation of its own. */
  isOffline: z.boolean(),
  /** The script has mistakes in it: repeated reads, useless recalls, failed edits. */
  hasMistakes: z.boolean().default(false),
  /** With the split, the model may also write programs that call tools. */
  hasPrograms: z.boolean().default(false),
  /** How often each task is to be done. */
  roundsWanted: z.int().positive().default(1),
  /** Of the order of tasks and sides, and of the mistakes. */
  seed: z.int().nonnegative().default(0),
  /** The split level of the side with the split. */
  level: z.string(),
  /** The tokenizer used for local counts. */
  tokenizer: z.string(),
  price: priceSchema.nullable(),
  tasks: z.array(replayedTaskSchema),
});
export type Replay = z.infer<typeof replaySchema>;

const indexSchema = z.int().nonnegative();

/**
 * A model call that refers to its messages and tools by their index: a conversation sends its earlier messages
 * again with each call.
 */
const packedCallSchema = recordedCallSchema.extend({
  request: z.object({
    prompt: z.array(indexSchema),
    tools: z.array(indexSchema),
  }),
});

/** Everything needed to recount the figures of one run. */
export const rawRunSchema = z.object({
  replayId: z.string(),
  task: z.string(),
  round: z.int().positive(),
  split: splitSideSchema,
  figures: replaySideSchema,
  /** The messages of all calls, each once. */
  messages: z.array(jsonSchema),
  /** The tool definitions of all calls, each once. */
  tools: z.array(jsonSchema),
  calls: z.array(packedCallSchema),
  /** The event log of its conversation. */
  events: z.array(z.object({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() })),
  ledger: z.array(ledgerEntrySchema),
});
export type RawRun = z.infer<typeof rawRunSchema>;

/** Names a run in its replay. */
export type RunName = Pick<RawRun, 'task' | 'round' | 'split'>;
