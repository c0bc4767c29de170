import { expect, test } from 'vitest';
import { addDays, countDays, dayOf, isDay, weekdayOf } from '#lib/core/algorithms/utc-days.ts';

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['0000-01-01', false],
  ['9999-12-31', false],
  ['2026-11-21T00:00:00Z', false],
  ['', false],
])('%j is a valid day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('days are counted in UTC, across months, leap days and clock changes', () => {
  expect(dayOf(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(countDays('2026-10-23', '2026-11-21')).toBe(30);
  expect(countDays('2026-11-21', '2026-11-21')).toBe(1);
  expect([weekdayOf('2026-11-16'), weekdayOf('2026-11-22')]).toEqual([0, 6]);
});
