import type { CallEntry, LedgerEntry, ReversalEntry, StepEntry } from './ledger.ts';
import { costOfStep } from './step-money.ts';
import { partsOf, type SumGrouping } from './sums.ts';

/** An entry of the ledger as people read it; `null` and '' where it is not for them. */
interface Row {
  id: string;
  timestamp: string;
  conversation: { id: string; title: string } | null;
  member: string | null;
}

export interface CallRow extends Row {
  kind: 'call';
  /** The row of the model call that asked for it. */
  stepId: string | null;
  /** The command, or the path. */
  title: string;
  toolName: string;
  artifactId: string | null;
  success: boolean;
  /** Takes back what the call added before: nobody was ever told of it. */
  isReversal: boolean;
  fullTokens: number | null;
  isEstimated: boolean;
  sentTokens: number;
  /** What the call adds to the figures of its group. */
  withheldTokens: number;
  avoidedTokens: number;
  /** How often the model came back for more of it, in the period. */
  recalls: number;
  recalledTool: string | null;
}

export interface StepRow extends Row {
  kind: 'step';
  model: string;
  usage: StepEntry['usage'];
  countedTokens: number | null;
  /** Of earlier results it would have carried so much more, */
  carriedTokens: number;
  /** and it carried so much of recalls of them. */
  recallTokens: number;
  overheadTokens: number;
  isRecall: boolean;
  price: StepEntry['price'];
  costMicrodollars: number | null;
  /** What the step adds to the net of its group. */
  netMicrodollars: number | null;
}

export type LedgerRow = CallRow | StepRow;

export interface LedgerPage {
  entries: LedgerRow[];
  /** `null`: there are no more. */
  cursor: string | null;
}

/** Whether an entry is one of those that a group counts. A recall is a call of its own tool. */
export function isOfGroup(
  entry: LedgerEntry,
  groupBy: SumGrouping,
  hasKey: (key: string) => boolean,
): boolean {
  const parts = partsOf(entry, groupBy);
  const own = entry.kind === 'step' ? parts : parts.slice(0, 1);
  return own.some(({ key }) => hasKey(key));
}

export function callRow(booked: CallEntry | ReversalEntry, row: Row, recalls: number): CallRow {
  const isReversal = booked.kind === 'reversal';
  const entry = isReversal ? booked.call : booked;
  const [part] = partsOf(booked, 'day');
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
