import { addDays, countDays, type Day, isDay } from '#lib/core/algorithms/utc-days.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { formatRange } from './format-day.ts';

/** The groupings offered, in display order. */
export const shownGroupings = [
  { name: 'source', label: 'Source', isCode: false },
  { name: 'tool', label: 'Tool', isCode: true },
  { name: 'client', label: 'Client', isCode: false },
  { name: 'model', label: 'Model', isCode: true },
  { name: 'member', label: 'Member', isCode: false },
  { name: 'conversation', label: 'Conversation', isCode: false },
  { name: 'workspace', label: 'Workspace', isCode: true },
  { name: 'day', label: 'Day', isCode: false },
] as const satisfies readonly { name: SavingsGrouping; label: string; isCode: boolean }[];

export const chartNames = ['tokens', 'net', 'recalls'] as const;
export type ChartName = (typeof chartNames)[number];

/** A century, leap days included. */
export const maxDays = 36_525;

export interface SavingsPeriod {
  from: Day;
  /** Inclusive. */
  to: Day;
}

/** What the page shows, all of which is in its address. */
export interface SavingsChoice extends SavingsPeriod {
  groupBy: (typeof shownGroupings)[number]['name'];
  isCompared: boolean;
  chart: ChartName;
}

/** Why a period is invalid; `null`: it is valid. */
export function faultOfPeriod({ from, to }: SavingsPeriod): string | null {
  if (!isDay(from) || !isDay(to)) return 'Enter both days like this: 2026-11-21.';
  if (from > to) return 'The first day is after the last day.';
  return countDays(from, to) > maxDays ? 'Choose at most 100 years.' : null;
}

export const lastDays = (count: number, today: Day): SavingsPeriod => ({
  from: addDays(today, 1 - count),
  to: today,
});

type Asked = Record<string, string | string[] | undefined>;

/**
 * Parses an address; the default is 30 days by source. Invalid values are ignored, and reported in `faults`.
 */
export function readSavingsChoice(asked: Asked, today: Day): { choice: SavingsChoice; faults: string[] } {
  const faults: string[] = [];
  const oneOf = <T extends string>(name: string, names: readonly T[], otherwise: T): T => {
    const value = asked[name];
    const found = names.find((known) => known === value);
    if (value !== undefined && found === undefined) faults.push(`There is no “${name}=${value}”.`);
    return found ?? otherwise;
  };
  const choice = {
    ...readSavingsPeriod(asked, today, faults),
    groupBy: oneOf(
      'by',
      shownGroupings.map(({ name }) => name),
      'source',
    ),
    isCompared: oneOf('compare', ['0', '1'], '0') === '1',
    chart: oneOf('chart', chartNames, 'tokens'),
  };
  return { choice, faults };
}

/** The last day defaults to today, the first to 30 days in total. */
export function readSavingsPeriod({ from, to }: Asked, today: Day, faults: string[]): SavingsPeriod {
  if (from === undefined && to === undefined) return lastDays(30, today);
  const last = to === undefined ? today : String(to);
  const first = from === undefined ? (isDay(last) ? addDays(last, -29) : last) : String(from);
  const period = { from: first, to: last };
  const fault = faultOfPeriod(period);
  if (fault === null) return period;
  const otherwise = lastDays(30, today);
  faults.push(`${fault} Showing ${formatRange(otherwise.from, otherwise.to)}.`);
  return otherwise;
}

export const savingsPath = ({ groupBy, from, to, isCompared, chart }: SavingsChoice): string =>
  `/savings?${new URLSearchParams({
    by: groupBy,
    from,
    to,
    ...(isCompared ? { compare: '1' } : {}),
    ...(chart === 'tokens' ? {} : { chart }),
  })}`;

/** As API parameters, where the end is exclusive. */
export const periodQuery = ({ from, to }: SavingsPeriod) => ({ from, to: addDays(to, 1) });

/** `the 30 days before` */
export const formatBefore = (period: SavingsPeriod): string => {
  const count = countDays(period.from, period.to);
  return count === 1 ? 'the day before' : `the ${count.toLocaleString('en-US')} days before`;
};
