import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';

export const figureColumns = [
  'calls',
  'fullTokens',
  'sentTokens',
  'withheldTokens',
  'avoidedTokens',
  'netMicrodollars',
  'recallRate',
  'weeks',
] as const;
export type FigureColumn = (typeof figureColumns)[number];

export interface Sort {
  key: 'label' | FigureColumn;
  isDescending: boolean;
}

/** Choosing the same column again reverses it; figures start with the greatest, names with A. */
export const nextSort = (sort: Sort, key: Sort['key']): Sort => ({
  key,
  isDescending: sort.key === key ? !sort.isDescending : key !== 'label',
});

interface SortableFigures {
  groups: readonly SavingsGroup[];
  groupBy: SavingsGrouping;
  weeks: Readonly<Record<string, readonly number[]>>;
}

/**
 * Checks own properties, since a model may request a tool of any name, even `constructor`. `null`: nothing
 * was counted in these weeks.
 */
export const weeksOf = (weeks: SortableFigures['weeks'], key: string): readonly number[] | null =>
  Object.hasOwn(weeks, key) ? (weeks[key] ?? null) : null;

/** Unknown values come last in both directions. Ties are sorted by name. */
export function sortGroups(
  { groups, groupBy, weeks }: SortableFigures,
  { key, isDescending }: Sort,
): SavingsGroup[] {
  const sign = isDescending ? -1 : 1;
  const byLabel = (a: SavingsGroup, b: SavingsGroup) => a.label.localeCompare(b.label, 'en');
  if (key === 'label') return [...groups].sort((a, b) => sign * byLabel(a, b));
  const figureOf = (group: SavingsGroup): number | null => {
    if (key === 'weeks') return (weeksOf(weeks, group.key) ?? []).reduce((sum, tokens) => sum + tokens, 0);
    return key === 'recallRate' ? recallRate(group, groupBy) : group[key];
  };
  return [...groups].sort((a, b) => {
    const [one, other] = [figureOf(a), figureOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byLabel(a, b);
    return sign * (one - other) || byLabel(a, b);
  });
}
