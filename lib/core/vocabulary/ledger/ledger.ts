import { z } from 'zod';
import { priceSchema } from './prices.ts';

/** Fields of every entry: what is counted, where, and for whom. */
const entryContext = z.object({
  /** Idempotency key: writing an entry twice is harmless. */
  id: z.string(),
  timestamp: z.iso.datetime(),
  conversationId: z.string(),
  conversationTitle: z.string(),
  runId: z.string(),
  model: z.string(),
  workspace: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  /** What the model was called for; `app`: it was not, the page of an MCP server called a tool. */
  purpose: z.enum(['answer', 'title', 'compaction', 'agent', 'app']).default('answer'),
  /** The MCP server whose tool was called; `null`: a tool of our own, or none. */
  server: z.string().nullable().default(null),
  /** The MCP client whose model reads it; `null`: a model that this server calls. */
  client: z.string().nullable().default(null),
  /** The call of the agent that this one works for; `null`: the run's own. */
  parentToolCallId: z.string().nullable().default(null),
});

/** Of a run that answers a message with tools of our own. */
export const answerContext = {
  purpose: 'answer',
  server: null,
  client: null,
  parentToolCallId: null,
} as const satisfies Partial<z.infer<typeof entryContext>>;

/** One tool call. Written once, never changed; totals are derived. */
export const callEntrySchema = entryContext.extend({
  /** Entries written before there were step entries have no kind. */
  kind: z.literal('call').default('call'),
  toolCallId: z.string(),
  /** The entry of the model call that requested it; `null` in entries of earlier versions. */
  stepId: z.string().nullable().default(null),
  toolName: z.string(),
  /** The title on the call's card; empty in entries of earlier versions. */
  title: z.string().default(''),
  artifactId: z.string().nullable(),
  summarizer: z.string().nullable(),
  level: z.string(),
  /**
   * The view's token budget, if recalls had widened it; `null`: the one that the level or the config gives.
   */
  widenedTokens: z.number().int().nullable().default(null),
  success: z.boolean(),
  /** `null`: there was no text to count. Unknown is not zero. */
  fullTokens: z.number().int().nullable(),
  /** The full text was too long to be counted whole, so its count is an estimate. */
  isEstimated: z.boolean().default(false),
  sentTokens: z.number().int(),
  tokenizer: z.string(),
  /** For a recall: the tool whose artifact the model read more of. */
  recalledTool: z.string().nullable(),
  /** For a recall: the summarizer that had made the view. */
  recalledKind: z.string().nullable().default(null),
  recalledArtifactId: z.string().nullable().default(null),
  /** For a recall: what the model asked for. */
  recallAsk: z.string().nullable().default(null),
});
export type CallEntry = z.infer<typeof callEntrySchema>;

/**
 * What a member gave with a message, of which the model reads a view. Written when a run takes the message, once,
 * never changed.
 */
export const attachmentEntrySchema = entryContext.extend({
  kind: z.literal('attachment'),
  messageId: z.string(),
  artifactId: z.string(),
  /** The text as the model reads it. */
  textArtifactId: z.string(),
  title: z.string(),
  summarizer: z.string().nullable(),
  level: z.string(),
  widenedTokens: z.number().int().nullable(),
  /** `null`: there was no text to count. */
  fullTokens: z.number().int().nullable(),
  isEstimated: z.boolean(),
  sentTokens: z.number().int(),
  tokenizer: z.string(),
});
export type AttachmentEntry = z.infer<typeof attachmentEntrySchema>;

const count = z.int().nonnegative().nullable();

/** As the provider reports it; what is not reported, or cannot be true, is unknown. */
export const stepUsageSchema = z.object({
  inputTokens: count,
  /** Included in the input. */
  cacheReadTokens: count,
  cacheWriteTokens: count,
  outputTokens: count,
  /** Included in the output. */
  reasoningTokens: count,
});
export type StepUsage = z.infer<typeof stepUsageSchema>;

/** What re-sending earlier results of one tool means for a step. */
export const carriedSchema = z.object({
  toolName: z.string(),
  /** Signed: tokens that a plain host would have sent in addition. */
  avoidedTokens: z.int(),
  /** Tokens that recalls of its results added. */
  recallTokens: z.int().nonnegative(),
});
export type Carried = z.infer<typeof carriedSchema>;

/** One model call. Written once, before its message is in the log. */
export const stepEntrySchema = entryContext.extend({
  kind: z.literal('step'),
  usage: stepUsageSchema,
  carried: z.array(carriedSchema),
  /** Tokens that a plain host would not have sent: the definition of the recall tool. */
  overheadTokens: z.int().nonnegative(),
  /** Tokens of definitions of tools that were sent with it, by MCP server; absent: none were. */
  definitions: z.array(z.object({ server: z.string(), tokens: z.int().nonnegative() })).optional(),
  /** The step only asked for more of earlier results: without the split it would not have happened. */
  isRecall: z.boolean(),
  /**
   * Its input as this program counts it, to compare with what the provider reports; images are not counted.
   */
  countedTokens: count.default(null),
  /** The price when the step ended; `null`: unknown. */
  price: priceSchema.nullable(),
});
export type StepEntry = z.infer<typeof stepEntrySchema>;

/**
 * Reverses a call's figures because its process ended before the result was in the log. The call counts as
 * failed.
 */
export const reversalEntrySchema = entryContext.extend({
  kind: z.literal('reversal'),
  call: callEntrySchema,
});
export type ReversalEntry = z.infer<typeof reversalEntrySchema>;

export const ledgerEntrySchema = z.union([
  stepEntrySchema,
  reversalEntrySchema,
  attachmentEntrySchema,
  callEntrySchema,
]);
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
