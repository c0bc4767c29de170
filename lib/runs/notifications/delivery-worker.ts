import { limits } from '#lib/core/limits.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { DeliveryStore } from '#lib/stores/stores.ts';

/** Sends what is due, in any process; what fails is tried again, later each time. */
export interface DeliveryWorker {
  /** Looks for what is due, now. */
  wake(): void;
  /** Cuts off what is being sent: another process, or the next one, sends it again. */
  close(): Promise<void>;
}

/** A process that ends while it sends leaves what it sends to the others after this time. */
const takenMs = 60_000;
const atOnce = 8;
const longestRestMs = 5 * 60_000;
const storeRestMs = 30_000;

/** After how long a delivery is tried again; `null`: it is given up. */
export const retryMs = (attempts: number): number | null =>
  attempts >= limits.deliveryAttempts ? null : limits.deliveryRetryMs * 6 ** (attempts - 1);

/** @param send resolves to whether the delivery is done with, one way or the other */
export function createDeliveryWorker(
  deliveries: DeliveryStore,
  send: (delivery: Delivery, signal: AbortSignal) => Promise<boolean>,
  { nowMs, onError }: { nowMs: () => number; onError: (error: unknown) => void },
): DeliveryWorker {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let isClosed = false;
  /** Resolved when something was added while it worked, maybe after it had looked. */
  let added = Promise.withResolvers<void>();
  let isWanted = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    const isDone = await send(delivery, ending.signal);
    // What was cut off is due again for the others, as if this process had died.
    if (ending.signal.aborted && !isDone) return;
    const attempts = delivery.attempts + 1;
    const restMs = isDone ? null : retryMs(attempts);
    if (restMs === null) await deliveries.remove(delivery.id);
    else await deliveries.postpone({ ...delivery, attempts, dueMs: nowMs() + restMs });
  };
  /** One that is slow holds up none of the others. */
  const sendDue = async (): Promise<void> => {
    const running = new Set<Promise<void>>();
    const start = (delivery: Delivery): void => {
      const one = attempt(delivery)
        .catch(onError)
        .finally(() => running.delete(one));
      running.add(one);
    };
    for (;;) {
      added = Promise.withResolvers();
      const free = atOnce - running.size;
      const isOver = isClosed || free === 0;
      const taken = isOver ? [] : await deliveries.take(nowMs(), nowMs() + takenMs, free);
      for (const delivery of taken) start(delivery);
      if (running.size === 0) return;
      if (taken.length < free || running.size === atOnce || isClosed)
        await Promise.race(isClosed ? [Promise.all(running)] : [...running, added.promise]);
    }
  };
  const work = async (): Promise<void> => {
    try {
      await sendDue();
      const dueMs = await deliveries.nextDueMs();
      if (dueMs !== null) plan(Math.max(0, dueMs - nowMs()));
    } catch (error) {
      onError(error);
      plan(storeRestMs);
    }
  };
  const plan = (restMs: number): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(wake, Math.min(restMs, longestRestMs)).unref();
  };
  const wake = (): void => {
    if (isClosed) return;
    isWanted = working !== null;
    added.resolve();
    working ??= work().finally(() => {
      working = null;
      if (isWanted) wake();
    });
  };
  return {
    wake,
    async close() {
      isClosed = true;
      ending.abort();
      clearTimeout(timer);
      added.resolve();
      await working;
    },
  };
}
