import { addDays, type Day, dayMs, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { limits } from '#lib/core/limits.ts';
import type { Counted, KindBudget, KindReading, Remedy } from './kind-reading.ts';
import { highRecallRate } from './recall-rate.ts';
import type { DaySums } from './sums.ts';
import { isOfKind, lastChangeOf, standingOf, type ViewKind } from './widening.ts';
import type { Widening } from './widening-schema.ts';

export const recallControl = {
  /** With fewer calls, a rate is not meaningful. */
  minCalls: 20,
  countedDays: 30,
  /** One widening step multiplies the budget by this. */
  step: 1.5,
  maxSteps: 2,
  /** How long a kind is not widened after somebody undid a step. */
  restDays: 30,
} as const;

/**
 * Whether the model asked for more so often that a kind's views are too short; needs enough calls to tell.
 */
export const isTooThin = ({ calls, recalls }: Counted): boolean =>
  calls >= recallControl.minCalls && recalls / calls > highRecallRate;

/**
 * Computes the state of a kind from the sums of its days. The result is the same for every reader, in any
 * process.
 */
export function readKind(
  widenings: readonly Widening[],
  { toolName, summarizer }: Pick<KindReading, 'toolName' | 'summarizer'>,
  { days, budget, nowMs }: { days: readonly DaySums[]; budget: KindBudget; nowMs: number },
): KindReading {
  const kind = { toolName, summarizer: summarizer ?? '' };
  const anew = countedAnewFrom(widenings, kind);
  const first = firstCountedDay(nowMs);
  const from = anew !== null && anew > first ? anew : first;
  const counted = { calls: 0, recalls: 0 };
  for (const { day, sums } of days) {
    if (day < from) continue;
    counted.calls += sums.calls;
    counted.recalls += sums.recalls;
  }
  return {
    toolName,
    summarizer,
    ...counted,
    countedAnewFrom: from === anew ? anew : null,
    budget,
    now: tokensNow(widenings, kind, budget),
    remedy: isTooThin(counted) ? remedyOf(widenings, kind, budget, nowMs) : null,
  };
}

/** Today and the days before it are counted, in UTC. */
export const firstCountedDay = (nowMs: number): Day => addDays(dayOf(nowMs), 1 - recallControl.countedDays);

/** Calls of the day on which a budget changed used both budgets, so counting restarts on the next day. */
function countedAnewFrom(widenings: readonly Widening[], kind: ViewKind): Day | null {
  const change = lastChangeOf(widenings, kind);
  return change === null ? null : addDays(change.slice(0, 10), 1);
}

function tokensNow(widenings: readonly Widening[], kind: ViewKind, budget: KindBudget): KindReading['now'] {
  if (budget.by === 'nothing') return null;
  if (budget.by === 'config') return { tokens: budget.tokens, steps: 0 };
  const standing = standingOf(widenings, kind, budget.level);
  return { tokens: standing.at(-1)?.toTokens ?? budget.tokens, steps: standing.length };
}

function remedyOf(widenings: readonly Widening[], kind: ViewKind, budget: KindBudget, nowMs: number): Remedy {
  if (budget.by === 'nothing') return { kind: 'no_budget' };
  if (budget.by === 'config') return { kind: 'configured' };
  const until = restsUntil(widenings, kind);
  if (until !== null && Date.parse(until) > nowMs) return { kind: 'rests', until };
  const standing = standingOf(widenings, kind, budget.level);
  const fromTokens = standing.at(-1)?.toTokens ?? budget.tokens;
  const toTokens = Math.min(Math.round(fromTokens * recallControl.step), limits.hardCeilingTokens);
  if (standing.length >= recallControl.maxSteps || toTokens <= fromTokens) return { kind: 'widest' };
  return { kind: 'widen', fromTokens, toTokens };
}

function restsUntil(widenings: readonly Widening[], kind: ViewKind): string | null {
  const last = widenings
    .flatMap((one) => (isOfKind(one, kind) && one.undone ? [one.undone.timestamp] : []))
    .toSorted()
    .at(-1);
  return last === undefined
    ? null
    : new Date(Date.parse(last) + recallControl.restDays * dayMs).toISOString();
}
