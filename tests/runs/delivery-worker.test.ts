import { expect, test } from 'vitest';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import { createDeliveryWorker } from '#lib/runs/notifications/delivery-worker.ts';
import type { DeliveryStore } from '#lib/stores/stores.ts';

const delivery = (id: string): Delivery => ({ id, attempts: 0, dueMs: 0, body: '{}' });

/** Deliveries in memory. @param onLooked runs after the worker has looked when the next one is due, before it knows */
function storeOf(waiting: Delivery[], onLooked: () => void = () => {}) {
  const removed: string[] = [];
  const store: DeliveryStore = {
    add: async (one) => waiting.push(one) > 0,
    take: async () => waiting.splice(0, 1),
    postpone: async (one) => void waiting.push(one),
    remove: async (id) => void removed.push(id),
    async nextDueMs() {
      const next = waiting[0]?.dueMs ?? null;
      onLooked();
      return next;
    },
  };
  return { store, removed };
}
const failing = (error: unknown) => {
  throw error;
};
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

test('what is added just after the worker has looked is sent, too', async () => {
  const waiting = [delivery('a')];
  let isLate = false;
  const { store, removed } = storeOf(waiting, () => {
    if (isLate) return;
    isLate = true;
    waiting.push(delivery('b'));
    worker.wake();
  });
  const worker = createDeliveryWorker(store, async () => true, { nowMs: () => 0, onError: failing });
  worker.wake();
  await turns();
  expect(removed).toEqual(['a', 'b']);
  await worker.close();
});

test('closing cuts off what is being sent, and leaves it to the others', async () => {
  const { store, removed } = storeOf([delivery('a')]);
  const waits = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)));
  const worker = createDeliveryWorker(store, (_, signal) => waits(signal), {
    nowMs: () => 0,
    onError: failing,
  });
  worker.wake();
  await turns();
  await worker.close();
  expect(removed).toEqual([]);
  // Neither postponed: the store has it due again by itself.
  expect(await store.take(0, 0, 1)).toEqual([]);
});
