import { expect, test } from 'vitest';
import { withoutDurations } from '#lib/core/algorithms/text/without-durations.ts';

test.each([
  ['✔ adds (1.17ms)', '✔ adds (2.4ms)'],
  ['ok 1 in 0.3 s', 'ok 1 in 12 s'],
  ['# duration_ms 248.2', '# duration_ms 9'],
  ['built in 2m 10s', 'built in 1m 3s'],
  ['12:00:01 started', '12:00:02.5 started'],
])('treats lines that differ only in durations as equal: %s', (one, other) => {
  expect(withoutDurations(one)).toBe(withoutDurations(other));
});

test.each([
  ['time 1', 'time 2'],
  ['21 tests', '22 tests'],
  ['width 5 m', 'width 6 m'],
  ['3 failed in 2s', '4 failed in 2s'],
])('treats other numbers as different: %s', (one, other) => {
  expect(withoutDurations(one)).not.toBe(withoutDurations(other));
});
