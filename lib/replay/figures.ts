import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { LedgerEntry, StepEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import type { ReplayFigures } from '../core/vocabulary/ledger/replay.ts';
import { costOfStep } from '../core/vocabulary/ledger/step-money.ts';
import { createCallCounter } from './count-call.ts';

/**
 * What a run used, from the ledger and the state of its conversation; figures that no provider reported are
 * counted from the calls.
 */
export async function figuresOf(
  ledger: readonly LedgerEntry[],
  { runs }: Pick<ConversationState, 'runs'>,
  calls: readonly RecordedCall[],
): Promise<ReplayFigures> {
  const steps = ledger.filter((entry): entry is StepEntry => entry.kind === 'step');
  const tokens = await tokensOf(steps, calls);
  const costs = steps.map(costOfStep);
  const cacheReads = steps.map(({ usage }) => usage.cacheReadTokens);
  return {
    ...tokens,
    cacheReadTokens: sumKnown(cacheReads),
    costMicrodollars: sumKnown(costs),
    steps: steps.length,
    recalls: ledger.filter((entry) => entry.kind === 'call' && entry.success && entry.recalledTool !== null)
      .length,
    elapsedMs: Object.values(runs).reduce((sum, run) => sum + elapsedOf(run.startedAt, run.finishedAt), 0),
  };
}

async function tokensOf(steps: readonly StepEntry[], calls: readonly RecordedCall[]) {
  const count = createCallCounter();
  const answered = calls.filter(({ reply }) => reply !== null);
  let inputTokens = 0;
  let outputTokens = 0;
  let isEstimated = false;
  for (const [index, { usage }] of steps.entries()) {
    const call = answered[index];
    const isReported = usage.inputTokens !== null && usage.outputTokens !== null;
    const counted = isReported || !call ? null : await count(call);
    inputTokens += usage.inputTokens ?? counted?.inputTokens ?? 0;
    outputTokens += usage.outputTokens ?? counted?.outputTokens ?? 0;
    isEstimated ||= !isReported;
  }
  return { inputTokens, outputTokens, isEstimated };
}

/** `null`: a value is unknown, or there are none. */
const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce(
        (sum, value) => (sum === null || value === null ? null : sum + value),
        0 as number | null,
      );

const elapsedOf = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Math.max(0, Date.parse(to) - Date.parse(from));
