import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { LedgerEntry, StepEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import type { ReplayFigures } from '../core/vocabulary/ledger/replay.ts';
import { costOfStep } from '../core/vocabulary/ledger/step-money.ts';
import type { CountCall } from './count-call.ts';

/**
 * What a run used, from the ledger and the state of its conversation; figures that no provider reported are
 * counted from the calls.
 * @param count knows the texts of earlier runs, which are much the same
 */
export async function figuresOf(
  ledger: readonly LedgerEntry[],
  { runs, compactions }: Pick<ConversationState, 'runs' | 'compactions'>,
  calls: readonly RecordedCall[],
  count: CountCall,
): Promise<ReplayFigures> {
  const steps = ledger.filter((entry): entry is StepEntry => entry.kind === 'step');
  const tokens = await tokensOf(steps, calls, count);
  const costs = steps.map(costOfStep);
  const cacheReads = steps.map(({ usage }) => usage.cacheReadTokens);
  return {
    ...tokens,
    cacheReadTokens: sumKnown(cacheReads),
    costMicrodollars: sumKnown(costs),
    steps: steps.length,
    recalls: ledger.filter((entry) => entry.kind === 'call' && entry.success && entry.recalledTool !== null)
      .length,
    compactions: compactions.length,
    elapsedMs: Object.values(runs).reduce((sum, run) => sum + elapsedOf(run.startedAt, run.finishedAt), 0),
  };
}

async function tokensOf(steps: readonly StepEntry[], calls: readonly RecordedCall[], count: CountCall) {
  const answered = calls.filter(({ reply }) => reply !== null);
  let inputTokens = 0;
  let outputTokens = 0;
  let repeatedTokens = 0;
  let definitionTokens = 0;
  let isEstimated = false;
  for (const [index, { usage }] of steps.entries()) {
    const call = answered[index];
    const isReported = usage.inputTokens !== null && usage.outputTokens !== null;
    const counted = call ? await count(call, answered[index - 1]) : null;
    repeatedTokens += counted?.repeatedTokens ?? 0;
    definitionTokens += counted?.definitionTokens ?? 0;
    inputTokens += usage.inputTokens ?? counted?.inputTokens ?? 0;
    outputTokens += usage.outputTokens ?? counted?.outputTokens ?? 0;
    isEstimated ||= !isReported;
  }
  return { inputTokens, outputTokens, repeatedTokens, definitionTokens, isEstimated };
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
