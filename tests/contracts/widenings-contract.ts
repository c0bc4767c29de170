import { expect, test } from 'vitest';
import type { WideningEvent } from '#lib/core/vocabulary/ledger/widening-event.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const widened = (number: number, toTokens = 600): WideningEvent => ({
  type: 'widened',
  number,
  timestamp: '2026-03-01T12:00:00.000Z',
  toolName: 'read_file',
  summarizer: 'source',
  level: 'balanced',
  fromTokens: 400,
  toTokens,
  calls: 40,
  recalls: 9,
});

export function describeWidenings(open: StoreOpener): void {
  const opened = openedStores(open);
  const widenings = () => opened().stores.widenings;
  const elsewhere = () => opened().elsewhere.widenings;

  test('a widening is visible in every process by its number, and after a restart', async () => {
    const undone: WideningEvent = {
      type: 'undone',
      number: 2,
      timestamp: '2026-03-02T12:00:00.000Z',
      widening: 1,
      by: { id: 'mem_a', name: 'Ada' },
    };
    expect(await widenings().list()).toEqual([]);
    // In text order 10 would come before 2.
    for (const event of [widened(10), undone, widened(1)]) expect(await elsewhere().append(event)).toBe(true);
    expect(await widenings().list()).toEqual([widened(1), undone, widened(10)]);
    const again = await opened().reopen();
    expect(await again.widenings.list()).toEqual([widened(1), undone, widened(10)]);
  });

  test('of concurrent writers under one number one succeeds, and nothing is overwritten', async () => {
    const events = [500, 600, 700, 800].map((tokens) => widened(1, tokens));
    const chosen = await Promise.all(
      events.map((event, index) => (index % 2 ? widenings() : elsewhere()).append(event)),
    );
    expect(chosen.filter(Boolean)).toHaveLength(1);
    const [kept] = await widenings().list();
    expect(kept).toEqual(events[chosen.indexOf(true)]);
    expect(await elsewhere().append(widened(1, 900))).toBe(false);
    expect(await elsewhere().list()).toEqual([kept]);
  });
}
