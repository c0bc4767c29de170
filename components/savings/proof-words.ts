import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { formatRelativeChange } from '#lib/core/algorithms/text/format-relative-change.ts';
import type { SplitSide } from '#lib/core/vocabulary/ledger/replay.ts';
import type { ChangeInterval, ReplayEstimate } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { formatNumber } from '../ui/format-number.ts';

/** `37.2`, `37`: an average over rounds need not be whole. */
export const formatTasks = (count: number): string => formatNumber(Math.round(count * 10) / 10);

export function formatCostPerSolved(
  { costPerSolved, unit }: Pick<ReplayEstimate, 'costPerSolved' | 'unit'>,
  side: SplitSide,
): string {
  const cost = costPerSolved[side];
  if (cost === null) return 'none solved';
  return unit === 'tokens' ? formatNumber(Math.round(cost)) : formatMoney(Math.round(cost));
}

/** Rounded up, so that nothing inside it is claimed. */
export const formatNoise = (noise: number): string =>
  Number.isFinite(noise) ? `±${formatNumber(Math.ceil(noise * 1_000) / 10)}%` : '±∞';

/** `−61% to −38%`. */
export const formatInterval = ({ low, high, scope }: ChangeInterval): string =>
  `${formatRelativeChange(low)} to ${formatRelativeChange(high)}${scope === 'these tasks' ? ', these tasks' : ''}`;

export const unknownWords: Record<NonNullable<ReplayEstimate['unknownFor']>, string> = {
  rounds: 'too few rounds',
  tasks: 'too few tasks',
  solved: 'none solved without',
};
