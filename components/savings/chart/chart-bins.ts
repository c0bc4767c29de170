import { addDays, countDays, type Day, weekdayOf } from '#lib/core/algorithms/utc-days.ts';
import type { SavingsFigures, SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';

const summed = ['calls', 'recalls', 'withheldTokens', 'avoidedTokens'] as const;

/** The figures that a bar is drawn from. */
export type BinFigures = Pick<SavingsFigures, (typeof summed)[number] | 'netMicrodollars'>;

export interface ChartBin {
  from: Day;
  /** Inclusive. The period may cut its first and its last bin short. */
  to: Day;
  figures: BinFigures;
  /** The corresponding bin of the period before; `null`: not compared. */
  before: BinFigures | null;
}

export type BinSize = 'day' | 'week' | 'month' | 'year';

/** Chosen so that there are never more bars than fit in a wide window. */
export function binSizeOf(from: Day, to: Day): BinSize {
  const days = countDays(from, to);
  if (days < 120) return 'day';
  if (days <= 731) return 'week';
  return days <= 7_305 ? 'month' : 'year';
}

const startOfBin: Record<BinSize, (day: Day) => Day> = {
  day: (day) => day,
  week: (day) => addDays(day, -weekdayOf(day)),
  month: (day) => `${day.slice(0, 7)}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

/** Longer than any bin of the size, but shorter than two. */
const stepDays: Record<BinSize, number> = { day: 1, week: 7, month: 31, year: 366 };

/** All bins of the period, also empty ones. Days of the period before are shifted by the period's length. */
export function binDays(
  { from, to, size }: { from: Day; to: Day; size: BinSize },
  days: SavingsGroup[],
  daysBefore: SavingsGroup[] | null,
): ChartBin[] {
  const startOf = startOfBin[size];
  const bins = new Map<Day, ChartBin>();
  for (let start = startOf(from); start <= to; ) {
    const next = startOf(addDays(start, stepDays[size]));
    const end = addDays(next, -1);
    bins.set(start, {
      from: start < from ? from : start,
      to: end > to ? to : end,
      figures: noFigures(),
      before: daysBefore && noFigures(),
    });
    start = next;
  }
  for (const day of days) add(bins.get(startOf(day.key))?.figures, day);
  const shift = countDays(from, to);
  for (const day of daysBefore ?? []) add(bins.get(startOf(addDays(day.key, shift)))?.before, day);
  return [...bins.values()];
}

const noFigures = (): BinFigures => ({
  calls: 0,
  recalls: 0,
  withheldTokens: 0,
  avoidedTokens: 0,
  netMicrodollars: null,
});

function add(sum: BinFigures | null | undefined, figures: BinFigures): void {
  if (!sum) return;
  for (const name of summed) sum[name] += figures[name];
  if (figures.netMicrodollars === null) return;
  sum.netMicrodollars = (sum.netMicrodollars ?? 0) + figures.netMicrodollars;
}
