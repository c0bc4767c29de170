import { expect, test } from 'vitest';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const delivery = (id: string, dueMs: number, attempts = 0): Delivery => ({
  id,
  dueMs,
  attempts,
  body: `{"${id}":1}`,
});
const idsOf = (taken: readonly Delivery[]) => taken.map(({ id }) => id);

export function describeDeliveries(open: StoreOpener, queue: 'deliveries' | 'pushDeliveries'): void {
  const opened = openedStores(open);
  const deliveries = () => opened().stores[queue];
  const elsewhere = () => opened().elsewhere[queue];
  changeLimits({ deliveries: 4 });

  test('what is due is taken, the one due first first, and by one process only', async () => {
    for (const [id, dueMs] of [
      ['b', 20],
      ['a', 10],
      ['c', 30],
    ] as const)
      await deliveries().add(delivery(id, dueMs));
    expect(await deliveries().nextDueMs()).toBe(10);
    expect(await deliveries().take(5, 1_000, 9)).toEqual([]);
    expect(idsOf(await deliveries().take(25, 1_000, 1))).toEqual(['a']);
    const both = await Promise.all([deliveries().take(25, 1_000, 9), elsewhere().take(25, 1_000, 9)]);
    expect(both.flatMap(idsOf)).toEqual(['b']);
    expect(await elsewhere().take(30, 1_000, 9)).toEqual([delivery('c', 30)]);
  });

  test('one that was taken and neither removed nor postponed is due again, after a restart, too', async () => {
    await deliveries().add(delivery('a', 10));
    await deliveries().take(10, 500, 9);
    expect(await elsewhere().take(499, 1_000, 9)).toEqual([]);
    expect(idsOf(await (await opened().reopen())[queue].take(500, 1_000, 9))).toEqual(['a']);
  });

  test('a postponed one has its new state, and one that was removed is gone', async () => {
    await deliveries().add(delivery('a', 10));
    await deliveries().take(10, 500, 9);
    await elsewhere().postpone(delivery('a', 700, 1));
    expect(await deliveries().take(699, 2_000, 9)).toEqual([]);
    expect(await deliveries().take(700, 2_000, 9)).toEqual([delivery('a', 700, 1)]);
    await deliveries().remove('a');
    await elsewhere().postpone(delivery('a', 1, 2));
    expect(await deliveries().take(9_000, 9_999, 9)).toEqual([]);
    expect(await deliveries().nextDueMs()).toBeNull();
  });

  test('there is room for a bounded number', async () => {
    const added = [];
    for (const id of ['a', 'b', 'c', 'd', 'e']) added.push(await deliveries().add(delivery(id, 10)));
    expect(added).toEqual([true, true, true, true, false]);
    await deliveries().remove('a');
    expect(await elsewhere().add(delivery('e', 10))).toBe(true);
  });
}
