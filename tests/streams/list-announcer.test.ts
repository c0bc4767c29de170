import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createListAnnouncer } from '#lib/streams/list-announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first change is announced at once, what follows together', () => {
  const sent: (string | null)[][] = [];
  const announce = createListAnnouncer((members) => sent.push([...members]));
  announce('a');
  expect(sent).toEqual([['a']]);
  for (const member of ['b', 'c', 'b', null]) announce(member);
  vi.advanceTimersByTime(limits.listNewsMs - 1);
  expect(sent).toEqual([['a']]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([['a'], ['b', 'c', null]]);
  vi.advanceTimersByTime(10 * limits.listNewsMs);
  expect(sent).toHaveLength(2);
  announce('d');
  expect(sent.at(-1)).toEqual(['d']);
});

test('a busy process announces less often', () => {
  const countIn = (paceMs: number) => {
    let count = 0;
    const announce = createListAnnouncer(
      () => (count += 1),
      () => paceMs,
    );
    for (let ms = 0; ms < 60_000; ms += 100) {
      announce(null);
      vi.advanceTimersByTime(100);
    }
    return count;
  };
  expect(countIn(0)).toBeGreaterThan(100);
  expect(countIn(limits.busyPaceMs)).toBeLessThan(30);
});
