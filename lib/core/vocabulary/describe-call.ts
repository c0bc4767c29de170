import type { CallFigures } from './activity.ts';

/**
 * One line about the split of a call: `grep_file: 2,450 → 48 tokens (98%)`. `?`: nothing to count, or the
 * call failed, so nothing is credited; `~`: estimated. Percentages are never rounded up, so 100% means that
 * nothing was sent.
 */
export function describeToolCall(tool: string, figures: Omit<CallFigures, 'summarizer'>): string {
  const { fullTokens, isEstimated, sentTokens } = figures;
  const full = fullTokens === null ? '?' : `${isEstimated ? '~' : ''}${grouped(fullTokens)}`;
  return `${tool}: ${full} → ${grouped(sentTokens)} tokens${share(fullTokens, sentTokens)}`;
}

const share = (full: number | null, sent: number): string =>
  full === null || full === 0 ? '' : ` (${Math.floor(((full - sent) * 100) / full)}%)`;

const grouped = (count: number): string => count.toLocaleString('en-US');
