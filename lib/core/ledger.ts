import { z } from 'zod';
import { priceSchema } from './prices.ts';

/** What is counted, where, and for whom. */
const booking = z.object({
  /** The key that makes writing it twice harmless. */
  id: z.string(),
  timestamp: z.iso.datetime(),
  conversationId: z.string(),
  conversationTitle: z.string(),
  runId: z.string(),
  model: z.string(),
  workspace: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
});

/** One tool call. Written once, never changed; totals are derived. */
export const callEntrySchema = booking.extend({
  /** Entries from before steps were written have none. */
  kind: z.literal('call').default('call'),
  toolCallId: z.string(),
  /** The entry of the model call that asked for it; of earlier versions not known. */
  stepId: z.string().nullable().default(null),
  toolName: z.string(),
  /** As it stands on its card; of earlier versions none. */
  title: z.string().default(''),
  artifactId: z.string().nullable(),
  summarizer: z.string().nullable(),
  level: z.string(),
  /** The budget of its view, where recalls had widened that; `null`: what the level or the config gives. */
  widenedTokens: z.number().int().nullable().default(null),
  success: z.boolean(),
  /** `null`: there was no text to count. Unknown is not zero. */
  fullTokens: z.number().int().nullable(),
  /** The full text was too long to be counted whole. */
  isEstimated: z.boolean().default(false),
  sentTokens: z.number().int(),
  tokenizer: z.string(),
  /** Of a recall: the tool whose artifact the model came back to, */
  recalledTool: z.string().nullable(),
  /** the summarizer that had made the view of it, */
  recalledKind: z.string().nullable().default(null),
  recalledArtifactId: z.string().nullable().default(null),
  /** and what it asked for. */
  recallAsk: z.string().nullable().default(null),
});
export type CallEntry = z.infer<typeof callEntrySchema>;

const count = z.int().nonnegative().nullable();

/** As the provider reports it; what it does not report, or cannot be true, is unknown. */
export const stepUsageSchema = z.object({
  inputTokens: count,
  /** Part of the input. */
  cacheReadTokens: count,
  cacheWriteTokens: count,
  outputTokens: count,
  /** Part of the output. */
  reasoningTokens: count,
});
export type StepUsage = z.infer<typeof stepUsageSchema>;

/** What earlier results of one tool mean for a step that carries them again. */
export const carriedSchema = z.object({
  toolName: z.string(),
  /** Signed: what a plain host would have sent more. */
  avoidedTokens: z.int(),
  /** What recalls of its results added. */
  recallTokens: z.int().nonnegative(),
});
export type Carried = z.infer<typeof carriedSchema>;

/** One model call. Written once, before its message is in the log. */
export const stepEntrySchema = booking.extend({
  kind: z.literal('step'),
  usage: stepUsageSchema,
  carried: z.array(carriedSchema),
  /** What a plain host would not have sent: the definition of the tool that reads more. */
  overheadTokens: z.int().nonnegative(),
  /** It asked for nothing but more of earlier results: without the split it would not have been. */
  isRecall: z.boolean(),
  /** Its input as this program counts it, to be held beside what the provider reports; images have no count. */
  countedTokens: count.default(null),
  /** As it was when the step ended; `null`: not known. */
  price: priceSchema.nullable(),
});
export type StepEntry = z.infer<typeof stepEntrySchema>;

/** Takes a call's figures back: its process ended before anybody was told of it. It counts as a failed one. */
export const reversalEntrySchema = booking.extend({ kind: z.literal('reversal'), call: callEntrySchema });
export type ReversalEntry = z.infer<typeof reversalEntrySchema>;

export const ledgerEntrySchema = z.union([stepEntrySchema, reversalEntrySchema, callEntrySchema]);
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
