import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeFaultText } from '#lib/core/vocabulary/store-fault.ts';
import { watchStore } from '#lib/streams/watch-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('readers are told once that the store is away, that it is full, and that it is back', async () => {
  let reason: string | null = storeFaultText.away;
  const announce = vi.fn();
  const watch = watchStore(async () => reason, announce);
  for (let count = 0; count < 5; count += 1) watch.report('away');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(announce.mock.calls).toEqual([['away']]);
  reason = storeFaultText.full;
  watch.report('full');
  await vi.advanceTimersByTimeAsync(3_000);
  reason = null;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(announce.mock.calls).toEqual([['away'], ['full'], [null]]);
  watch.report('away');
  expect(announce).toHaveBeenLastCalledWith('away');
});
