import type { SavingsGrouping } from '../../lib/core/sums.ts';

/** What the figures can be told by, in the order they are offered. */
export const shownGroupings = [
  { name: 'tool', label: 'Tool', isCode: true },
  { name: 'model', label: 'Model', isCode: true },
  { name: 'member', label: 'Member', isCode: false },
  { name: 'conversation', label: 'Conversation', isCode: false },
  { name: 'workspace', label: 'Workspace', isCode: true },
  { name: 'day', label: 'Day', isCode: false },
] as const satisfies readonly { name: SavingsGrouping; label: string; isCode: boolean }[];

/** Days up to now. */
export const savingsPeriods = [1, 7, 30, 90, 365] as const;

export interface SavingsChoice {
  groupBy: (typeof shownGroupings)[number]['name'];
  period: (typeof savingsPeriods)[number];
}

export const savingsPath = ({ groupBy, period }: SavingsChoice): string =>
  `/savings?${new URLSearchParams({ by: groupBy, days: String(period) })}`;

export const tellPeriod = (days: number): string => (days === 1 ? '24 hours' : `${days} days`);
