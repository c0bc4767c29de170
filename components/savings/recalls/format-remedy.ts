import { formatNumber } from '#components/ui/format-number.ts';
import type { KindReading } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import { recallControl } from '#lib/core/vocabulary/ledger/recall-control.ts';
import { highRecallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { formatDay } from '../format-day.ts';
import { formatRate } from '../format-rate.ts';

/** The recall rate of a kind; `null`: too few calls to say. */
export const rateOf = ({ calls, recalls }: KindReading): number | null =>
  calls < recallControl.minCalls ? null : recalls / calls;

/** The current budget of its views, and who set it. */
export function formatBudget({ budget, now }: KindReading): string {
  if (now === null || budget.by === 'nothing') return 'none';
  if (budget.by === 'config') return `${formatNumber(now.tokens)}, config`;
  return now.steps === 0
    ? formatNumber(now.tokens)
    : `${formatNumber(now.tokens)}, from ${formatNumber(budget.tokens)}`;
}

/** The state of a kind, and what happens next. */
export function formatRemedy(kind: KindReading, isWidening: boolean): string {
  const { remedy, countedAnewFrom } = kind;
  if (remedy === null) {
    if (rateOf(kind) !== null) return `within ${formatRate(highRecallRate)}`;
    return countedAnewFrom === null
      ? 'too few calls to say'
      : `counting again since ${formatDay(countedAnewFrom, 'short')}`;
  }
  switch (remedy.kind) {
    case 'widen':
      return `${isWidening ? 'widens' : 'could widen'} to ${formatNumber(remedy.toTokens)} tokens${isWidening ? ' when a run ends' : ''}`;
    case 'configured':
      return 'set in the config file: never widens';
    case 'no_budget':
      return 'has no budget, so it cannot widen';
    case 'widest':
      return 'already at its widest';
    case 'rests':
      return `undone: no widening before ${formatDay(remedy.until.slice(0, 10), 'short')}`;
  }
}
