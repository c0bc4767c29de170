import { z } from 'zod';
import { callOfAttachment } from '../vocabulary/ledger/attachments.ts';
import {
  type CallEntry,
  type LedgerEntry,
  type StepEntry,
  stepUsageSchema,
} from '../vocabulary/ledger/ledger.ts';
import { priceSchema } from '../vocabulary/ledger/prices.ts';
import { costOfStep } from '../vocabulary/ledger/step-money.ts';
import { partsOf, type SumGrouping } from '../vocabulary/ledger/sums.ts';

/** A ledger entry as people read it; fields the reader may not know are `null` or empty. */
const row = {
  id: z.string(),
  timestamp: z.iso.datetime(),
  conversation: z.object({ id: z.string(), title: z.string() }).nullable(),
  member: z.string().nullable(),
};
const rowSchema = z.object(row);
type Row = z.infer<typeof rowSchema>;

const callRowSchema = z
  .object({
    ...row,
    kind: z.literal('call'),
    /** The row of the model call that asked for it. */
    stepId: z.string().nullable(),
    /** The command, or the path. */
    title: z.string(),
    toolName: z.string(),
    artifactId: z.string().nullable(),
    success: z.boolean(),
    /** Subtracts what the call added: its process ended before the result was in the log. */
    isReversal: z.boolean(),
    fullTokens: z.number().int().nullable(),
    isEstimated: z.boolean(),
    sentTokens: z.number().int(),
    /** Contribution of the call to the figures of its group. */
    withheldTokens: z.number().int(),
    avoidedTokens: z.number().int(),
    /** How often the model asked for more of this result in the period. */
    recalls: z.number().int(),
    recalledTool: z.string().nullable(),
  })
  .meta({ id: 'CallRow' });
export type CallRow = z.infer<typeof callRowSchema>;

const stepRowSchema = z
  .object({
    ...row,
    kind: z.literal('step'),
    model: z.string(),
    usage: stepUsageSchema,
    countedTokens: z.number().int().nullable(),
    /** Tokens of earlier results this step would have re-sent without the split. */
    carriedTokens: z.number().int(),
    /** Tokens of recalls of earlier results that this step carried. */
    recallTokens: z.number().int(),
    overheadTokens: z.number().int(),
    isRecall: z.boolean(),
    price: priceSchema.nullable(),
    costMicrodollars: z.number().int().nullable(),
    /** Contribution of the step to the net of its group. */
    netMicrodollars: z.number().int().nullable(),
  })
  .meta({ id: 'StepRow' });
export type StepRow = z.infer<typeof stepRowSchema>;

const ledgerRowSchema = z.discriminatedUnion('kind', [callRowSchema, stepRowSchema]);
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

export const ledgerPageSchema = z.object({
  entries: z.array(ledgerRowSchema),
  /** `null`: this is the last page. */
  cursor: z.string().nullable(),
});
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

/** Whether a group counts an entry. A recall counts as a call of its own tool. */
export function isOfGroup(
  entry: LedgerEntry,
  groupBy: SumGrouping,
  hasKey: (key: string) => boolean,
): boolean {
  const parts = partsOf(entry, groupBy);
  const own = entry.kind === 'step' ? parts : parts.slice(0, 1);
  return own.some(({ key }) => hasKey(key));
}

export function callRow(recorded: Exclude<LedgerEntry, StepEntry>, row: Row, recalls: number): CallRow {
  const isReversal = recorded.kind === 'reversal';
  const entry = entryOf(recorded);
  const [part] = partsOf(recorded, 'day');
  const { fullTokens = 0, sentTokens = 0, avoidedTokens = 0 } = part?.sums ?? {};
  return {
    ...row,
    kind: 'call',
    stepId: entry.stepId,
    title: row.conversation === null ? '' : entry.title,
    toolName: entry.toolName,
    artifactId: row.conversation === null ? null : entry.artifactId,
    success: entry.success && !isReversal,
    isReversal,
    fullTokens: entry.fullTokens === null ? null : fullTokens,
    isEstimated: entry.isEstimated,
    sentTokens: isReversal ? sentTokens : entry.sentTokens,
    withheldTokens: fullTokens - sentTokens,
    avoidedTokens,
    recalls,
    recalledTool: entry.recalledTool,
  };
}

function entryOf(recorded: Exclude<LedgerEntry, StepEntry>): CallEntry {
  if (recorded.kind === 'attachment') return callOfAttachment(recorded);
  return recorded.kind === 'reversal' ? recorded.call : recorded;
}

export function stepRow(
  entry: StepEntry,
  row: Row,
  groupBy: SumGrouping,
  hasKey: (key: string) => boolean,
): StepRow {
  const parts = partsOf(entry, groupBy).filter(({ key, sums }) => hasKey(key) && sums.netParts);
  const carried = entry.carried.filter(({ toolName }) => groupBy !== 'tool' || hasKey(toolName));
  return {
    ...row,
    kind: 'step',
    model: entry.model,
    usage: entry.usage,
    countedTokens: entry.countedTokens,
    carriedTokens: carried.reduce((sum, { avoidedTokens }) => sum + avoidedTokens, 0),
    recallTokens: carried.reduce((sum, { recallTokens }) => sum + recallTokens, 0),
    overheadTokens: entry.overheadTokens,
    isRecall: entry.isRecall,
    price: entry.price,
    costMicrodollars: costOfStep(entry),
    netMicrodollars:
      parts.length === 0 ? null : parts.reduce((sum, { sums }) => sum + (sums.netMicrodollars ?? 0), 0),
  };
}
