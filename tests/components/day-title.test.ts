import { expect, test } from 'vitest';
import { dayTitle, groupByTitle } from '#components/ui/day-title.ts';

const nowMs = Date.parse('2026-03-02T00:30:00Z');
const moments = [
  '2026-03-02T00:31:00Z',
  '2026-03-02T00:10:00Z',
  '2026-03-01T23:50:00Z',
  '2026-02-23T12:00:00Z',
  '2026-02-22T12:00:00Z',
  '2026-01-31T23:00:00Z',
  '2025-12-31T23:30:00Z',
];
const titlesAt = (offsetMinutes: number) => moments.map((iso) => dayTitle(iso, { nowMs, offsetMinutes }));

test('moments come under their day, then their month; a clock ahead makes no day of its own', () => {
  expect(titlesAt(0)).toEqual([
    ...['Today', 'Today', 'Yesterday', 'Last 7 days'],
    ...['February', 'January', 'December 2025'],
  ]);
});

test('days and months are the reader’s', () => {
  // An hour east of Greenwich the last evenings of months are first days, of the next year too.
  expect(titlesAt(-60).slice(-2)).toEqual(['February', 'January']);
  // An hour west it is still the day before.
  expect(titlesAt(60).slice(1, 3)).toEqual(['Today', 'Today']);
});

test('what has one title comes together, in the order of the first of each', () => {
  expect(groupByTitle(['b1', 'a1', 'b2'], (one) => one.slice(0, 1))).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
