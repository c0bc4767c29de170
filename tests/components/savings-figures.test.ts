import { describe, expect, test } from 'vitest';
import { formatNetChange, formatRateChange, formatTokenChange } from '#components/savings/format-change.ts';
import { nextSort, type Sort, sortGroups, weeksOf } from '#components/savings/sort-groups.ts';
import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { type SavingsFigures, toFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { noSums } from '#lib/core/vocabulary/ledger/sums.ts';

const figures = (change: Partial<SavingsFigures>): SavingsFigures => ({
  ...toFigures(noSums()),
  calls: 10,
  steps: 1,
  ...change,
});
const nothing = toFigures(noSums());

describe('a change against the previous period', () => {
  const withheld = (now: number, before: number) =>
    formatTokenChange(
      'withheldTokens',
      figures({ withheldTokens: now }),
      figures({ withheldTokens: before }),
    );

  test('in tokens is a signed percentage', () => {
    expect(withheld(112, 100)).toBe('+12% on the period before');
    expect(withheld(91, 100)).toBe('−9% on the period before');
    expect(withheld(100, 100)).toBe('The same as in the period before');
  });

  test('from zero or a negative value is not a percentage', () => {
    expect(withheld(5, 0)).toBe('0 in the period before');
    expect(withheld(5, -20)).toBe('−20 in the period before');
    expect(formatTokenChange('avoidedTokens', figures({}), nothing)).toBe('No calls in the period before');
  });

  test('in money is an amount of money, and says if a value is unknown', () => {
    const net = (now: number | null, before: number | null) =>
      formatNetChange(figures({ netMicrodollars: now }), figures({ netMicrodollars: before }));
    expect(net(40_410_000, 35_610_000)).toBe('+$4.80 on the period before');
    expect(net(1_000_000, 2_000_000)).toBe('−$1.00 on the period before');
    expect(net(1, null)).toBe('Not known in the period before');
    expect(net(null, 1)).toBe('');
    expect(formatNetChange(figures({}), nothing)).toBe('No calls in the period before');
  });

  test('in rates is in percentage points', () => {
    const rate = (now: number, before: number) =>
      formatRateChange(
        figures({ calls: 1_000 + now, recalls: now }),
        figures({ calls: 1_000 + before, recalls: before }),
      );
    expect(rate(89, 100)).toBe('−1.1 points on the period before');
    expect(rate(110, 100)).toBe('+1 point on the period before');
    expect(rate(100, 100)).toBe('The same as in the period before');
    expect(formatRateChange(figures({}), nothing)).toBe('No calls in the period before');
  });
});

test('a recall does not count as a call that could be recalled, and by tool it has its own row', () => {
  expect(recallRate({ calls: 110, recalls: 10 })).toBe(0.1);
  expect(recallRate({ calls: 100, recalls: 17 }, 'tool')).toBe(0.17);
  expect(recallRate({ calls: 0, recalls: 3 }, 'tool')).toBeNull();
  expect(recallRate({ calls: 0, recalls: 0 })).toBeNull();
});

describe('savings rows', () => {
  const row = (key: string, change: Partial<SavingsFigures>) => ({ key, label: key, ...figures(change) });
  const groups = [
    row('b', { netMicrodollars: 5, calls: 3 }),
    row('c', { netMicrodollars: null, calls: 3 }),
    row('a', { netMicrodollars: -7, calls: 9 }),
  ];
  const order = (sort: Sort) =>
    sortGroups({ groups, groupBy: 'tool', weeks: { b: [0, 2], a: [9, 0] } }, sort).map(({ key }) => key);

  test('sort by any column, equal ones by name and unknown values last in either direction', () => {
    expect(order({ key: 'label', isDescending: false })).toEqual(['a', 'b', 'c']);
    expect(order({ key: 'calls', isDescending: true })).toEqual(['a', 'b', 'c']);
    expect(order({ key: 'netMicrodollars', isDescending: true })).toEqual(['b', 'a', 'c']);
    expect(order({ key: 'netMicrodollars', isDescending: false })).toEqual(['a', 'b', 'c']);
    expect(order({ key: 'weeks', isDescending: true })).toEqual(['a', 'b', 'c']);
  });

  test.each(['constructor', '__proto__'])('of a tool called %s have only their own weeks', (key) => {
    expect(weeksOf({}, key)).toBeNull();
    expect(weeksOf(Object.fromEntries([[key, [3]]]), key)).toEqual([3]);
  });

  test('reverse when their column is chosen again', () => {
    const first = nextSort({ key: 'label', isDescending: false }, 'calls');
    expect(first).toEqual({ key: 'calls', isDescending: true });
    expect(nextSort(first, 'calls').isDescending).toBe(false);
    expect(nextSort(first, 'label').isDescending).toBe(false);
  });
});
