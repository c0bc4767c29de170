import { describe, expect, test } from 'vitest';
import { formatRange } from '#components/savings/format-day.ts';
import { rangePresets } from '#components/savings/range-presets.ts';
import {
  formatBefore,
  lastDays,
  readSavingsChoice,
  savingsPath,
} from '#components/savings/savings-choice.ts';
import { countDays } from '#lib/core/algorithms/utc-days.ts';

const today = '2026-11-22';
const read = (search: string) => readSavingsChoice(Object.fromEntries(new URLSearchParams(search)), today);
const usual = { ...lastDays(30, today), groupBy: 'source', isCompared: false, chart: 'tokens' };

describe('the savings page URL', () => {
  test('without parameters means 30 days by source', () => {
    expect(read('')).toEqual({ choice: usual, faults: [] });
    expect(usual.from).toBe('2026-10-24');
  });

  test('contains everything that is chosen', () => {
    const search = 'by=member&from=2026-01-01&to=2026-01-31&compare=1&chart=net';
    const { choice, faults } = read(search);
    expect(choice).toEqual({
      groupBy: 'member',
      from: '2026-01-01',
      to: '2026-01-31',
      isCompared: true,
      chart: 'net',
    });
    expect(faults).toEqual([]);
    expect(savingsPath(choice)).toBe(`/savings?${search}`);
  });

  test.each([
    ['by=colour', 'There is no “by=colour”.'],
    ['chart=pie', 'There is no “chart=pie”.'],
    ['compare=yes', 'There is no “compare=yes”.'],
    ['from=2026-11-22&to=2026-11-01', 'The first day is after the last day. Showing 24 Oct – 22 Nov 2026.'],
    ['from=2026-02-30', 'Enter both days like this: 2026-11-21. Showing 24 Oct – 22 Nov 2026.'],
    ['to=never', 'Enter both days like this: 2026-11-21. Showing 24 Oct – 22 Nov 2026.'],
    ['from=1026-01-01', 'Choose at most 100 years. Showing 24 Oct – 22 Nov 2026.'],
  ])('with the invalid parameter %j ignores and reports it', (search, fault) => {
    expect(read(search)).toEqual({ choice: usual, faults: [fault] });
  });

  test('with a repeated parameter ignores it', () => {
    expect(readSavingsChoice({ by: ['tool', 'day'] }, today).faults).toHaveLength(1);
  });

  test('may request a century', () => {
    expect(read('from=1926-11-23')).toMatchObject({ choice: { from: '1926-11-23', to: today }, faults: [] });
  });
});

test('the choices of days end today', () => {
  const lengths = rangePresets(today).map(({ label, period: { from, to } }) => [
    label,
    countDays(from, to),
    to,
  ]);
  expect(lengths).toEqual([
    ['Today', 1, today],
    ['7 days', 7, today],
    ['30 days', 30, today],
    ['90 days', 90, today],
    ['12 months', 365, today],
  ]);
  expect(rangePresets('2028-02-29').at(-1)?.period.from).toBe('2027-03-01');
});

test('a range within one year names the year once', () => {
  expect(formatRange('2026-10-23', '2026-11-21')).toBe('23 Oct – 21 Nov 2026');
  expect(formatRange('2025-10-23', '2026-11-21')).toBe('23 Oct 2025 – 21 Nov 2026');
  expect(formatRange('2026-11-21', '2026-11-21')).toBe('21 Nov 2026');
  expect(formatBefore(lastDays(1, today))).toBe('the day before');
  expect(formatBefore(lastDays(30, today))).toBe('the 30 days before');
});
