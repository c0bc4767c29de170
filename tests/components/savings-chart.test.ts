import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binDays, binSizeOf, type ChartBin } from '#components/savings/chart/chart-bins.ts';
import { labelledBins } from '#components/savings/chart/describe-bin.ts';
import { niceTicks } from '#components/savings/chart/nice-ticks.ts';
import { addDays, countDays } from '#lib/core/algorithms/utc-days.ts';
import { type SavingsGroup, toFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { noSums } from '#lib/core/vocabulary/ledger/sums.ts';

const day = (key: string, avoidedTokens: number, net: number | null = null): SavingsGroup => ({
  key,
  label: key,
  ...toFigures({
    ...noSums(),
    calls: 1,
    avoidedTokens,
    ...(net === null ? {} : { netParts: 1, netMicrodollars: net }),
  }),
});

describe('chart bars', () => {
  test.each([
    ['2026-11-01', '2026-11-01', 'day', 1],
    ['2026-07-26', '2026-11-22', 'week', 18],
    ['2026-07-27', '2026-11-22', 'day', 119],
    ['2024-11-23', '2026-11-22', 'week', 105],
    ['2024-11-01', '2026-11-22', 'month', 25],
    ['1927-01-01', '2026-11-22', 'year', 100],
  ] as const)('from %s to %s are by %s: %i', (from, to, size, count) => {
    expect(binSizeOf(from, to)).toBe(size);
    expect(binDays({ from, to, size }, [], null)).toHaveLength(count);
  });

  test('cover the whole period side by side, and contain each day once', () => {
    const arbitrary = fc.record({
      start: fc.integer({ min: -40_000, max: 40_000 }),
      length: fc.integer({ min: 1, max: 36_525 }),
      at: fc.array(fc.nat(36_524), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ start, length, at }) => {
        const from = addDays('2000-01-01', start);
        const to = addDays(from, length - 1);
        const days = at
          .filter((index) => index < length)
          .map((index) => day(addDays(from, index), index + 1));
        const before = days.map(({ key, avoidedTokens }) => day(addDays(key, -length), avoidedTokens));
        const bins = binDays({ from, to, size: binSizeOf(from, to) }, days, before);
        expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([from, to]);
        for (const [index, bin] of bins.entries()) {
          expect(countDays(bin.from, bin.to)).toBeGreaterThan(0);
          if (index > 0) expect(bin.from).toBe(addDays(bins[index - 1]?.to ?? '', 1));
        }
        const sum = (of: (bin: ChartBin) => number) => bins.reduce((total, bin) => total + of(bin), 0);
        const expected = days.reduce((total, { avoidedTokens }) => total + avoidedTokens, 0);
        expect(sum(({ figures }) => figures.avoidedTokens)).toBe(expected);
        // A day of the previous period has the same position.
        for (const { figures, before: was } of bins) expect(was).toEqual(figures);
      }),
      { numRuns: 40 },
    );
  });

  test('have unknown money, not zero, if no day’s money is known', () => {
    const [unknown, known] = binDays(
      { from: '2026-11-01', to: '2026-11-02', size: 'day' },
      [day('2026-11-01', 1), day('2026-11-02', 1, 0)],
      null,
    );
    expect([unknown?.figures.netMicrodollars, known?.figures.netMicrodollars]).toEqual([null, 0]);
  });
});

describe('a chart axis', () => {
  test.each([
    [[1_720_118, 412_006], 1, [0, 600_000, 1_200_000, 1_800_000]],
    [[0], 1, [0, 1]],
    [[], 1, [0, 1]],
    [[-5, 10], 1, [-5, 0, 5, 10]],
    [[-3], 1, [-3, -2, -1, 0]],
  ])('up to %j has the lines %j', (values, smallest, ticks) => {
    expect(niceTicks(values, smallest)).toEqual(ticks);
  });

  test('includes 0 and every value, with few lines', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 })), (values) => {
        const ticks = niceTicks(values, 1);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual(ticks[0] ?? 0);
          expect(value).toBeLessThanOrEqual(ticks.at(-1) ?? 0);
        }
      }),
    );
  });

  test('labels the first bar, the last one, and a few between', () => {
    expect([...labelledBins(30, 7)]).toEqual([0, 5, 10, 15, 20, 25, 29]);
    expect([...labelledBins(1, 7)]).toEqual([0]);
    for (const count of [2, 8, 119, 1_000]) {
      const labelled = labelledBins(count, 7);
      expect(labelled.has(0) && labelled.has(count - 1)).toBe(true);
      expect(labelled.size).toBeLessThanOrEqual(8);
    }
  });
});
