import type { SavingsGrouping } from '../../lib/core/savings.ts';

/** What the figures can be told by, in the order they are offered. */
export const shownGroupings = [
  { name: 'tool', label: 'Tool' },
  { name: 'model', label: 'Model' },
  { name: 'member', label: 'Member' },
  { name: 'conversation', label: 'Conversation' },
  { name: 'workspace', label: 'Workspace' },
  { name: 'day', label: 'Day' },
] as const satisfies readonly { name: SavingsGrouping; label: string }[];

/** Days up to now. */
export const savingsPeriods = [1, 7, 30, 90, 365] as const;

export interface SavingsChoice {
  groupBy: (typeof shownGroupings)[number]['name'];
  period: (typeof savingsPeriods)[number];
}

export const savingsPath = ({ groupBy, period }: SavingsChoice): string =>
  `/savings?${new URLSearchParams({ by: groupBy, days: String(period) })}`;

export const tellPeriod = (days: number): string => (days === 1 ? '24 hours' : `${days} days`);
