import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createLoadPace } from '#lib/observe/load-pace.ts';

test('a process collects nothing while it has time, and more the busier it is', () => {
  let busy = 0;
  let nowMs = 0;
  const paceMs = createLoadPace(
    () => busy,
    () => nowMs,
  );
  const paceOf = (share: number) => {
    busy = share;
    nowMs += 1_000;
    return paceMs();
  };
  expect([0, 0.2, limits.busyFrom].map(paceOf)).toEqual([0, 0, 0]);
  expect(paceOf(1)).toBe(limits.busyPaceMs);
  expect(paceOf((1 + limits.busyFrom) / 2)).toBe(limits.busyPaceMs / 2);
  // It is not read for each word.
  busy = 0;
  expect(paceMs()).toBe(limits.busyPaceMs / 2);
});

test('the share of a process that does nothing but count is all of it', () => {
  const paceMs = createLoadPace();
  paceMs();
  const untilMs = performance.now() + 600;
  while (performance.now() < untilMs);
  expect(paceMs()).toBeGreaterThan(limits.busyPaceMs / 2);
});
