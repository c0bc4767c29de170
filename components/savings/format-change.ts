import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import type { SavingsFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatNumber } from '../ui/format-number.ts';

const onBefore = 'on the period before';
const same = 'The same as in the period before';
const nothing = 'No calls in the period before';

/** `+12%`, `−1.1`: always with a sign. */
const signed = (value: number, unit: string): string =>
  `${value > 0 ? '+' : ''}${formatNumber(value)}${unit}`;

/** In percent, unless there is nothing to compare with. */
export function formatTokenChange(
  name: 'withheldTokens' | 'avoidedTokens',
  now: SavingsFigures,
  before: SavingsFigures,
): string {
  if (before.calls === 0) return nothing;
  if (now[name] === before[name]) return same;
  if (before[name] <= 0) return `${formatNumber(before[name])} in the period before`;
  return `${signed(Math.round((100 * (now[name] - before[name])) / before[name]), '%')} ${onBefore}`;
}

export function formatNetChange(now: SavingsFigures, before: SavingsFigures): string {
  if (before.steps === 0) return nothing;
  if (now.netMicrodollars === null || before.netMicrodollars === null)
    return before.netMicrodollars === null ? 'Not known in the period before' : '';
  const change = now.netMicrodollars - before.netMicrodollars;
  if (change === 0) return same;
  return `${change > 0 ? '+' : ''}${formatMoney(change)} ${onBefore}`;
}

/** For rates the difference is shown, not a percentage of a percentage. */
export function formatRateChange(now: SavingsFigures, before: SavingsFigures): string {
  const [rate, rateBefore] = [recallRate(now), recallRate(before)];
  if (rateBefore === null) return nothing;
  if (rate === null) return '';
  const points = Math.round(1_000 * rate - 1_000 * rateBefore) / 10;
  return points === 0
    ? same
    : `${signed(points, points === 1 || points === -1 ? ' point' : ' points')} ${onBefore}`;
}
