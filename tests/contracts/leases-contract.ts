import { expect, test, vi } from 'vitest';
import { openedStores } from './opened-stores.ts';
import { newId } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeLeases(open: StoreOpener): void {
  const opened = openedStores(open);
  const leases = () => opened().stores.leases;

  test('one of 20 at once gets the lease', async () => {
    const id = newId('conv');
    const stores = [leases(), opened().elsewhere.leases];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? leases()).acquire(id, `token-${at}`, 60_000)),
    );
    expect(results.filter((isMine) => isMine)).toHaveLength(1);
  });

  test('leases of two conversations have nothing to do with each other', async () => {
    expect(await leases().acquire(newId('conv'), 'a', 60_000)).toBe(true);
    expect(await leases().acquire(newId('conv'), 'b', 60_000)).toBe(true);
  });

  test('only its holder renews or releases it', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'mine', 60_000);
    expect(await opened().elsewhere.leases.renew(id, 'theirs', 60_000)).toBe(false);
    await opened().elsewhere.leases.release(id, 'theirs');
    expect(await leases().acquire(id, 'theirs', 60_000)).toBe(false);
    expect(await leases().renew(id, 'mine', 60_000)).toBe(true);
    await leases().release(id, 'mine');
    expect(await leases().renew(id, 'mine', 60_000)).toBe(false);
    expect(await leases().acquire(id, 'theirs', 60_000)).toBe(true);
  });

  test('a lease ends with its time, and is then somebody else’s', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'first', 100);
    await vi.waitFor(
      async () => expect(await opened().elsewhere.leases.acquire(id, 'second', 60_000)).toBe(true),
      5_000,
    );
    expect(await leases().renew(id, 'first', 60_000)).toBe(false);
    await leases().release(id, 'first');
    expect(await opened().elsewhere.leases.renew(id, 'second', 60_000)).toBe(true);
  });

  test('renewing makes it last longer', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'mine', 1_000);
    expect(await leases().renew(id, 'mine', 60_000)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await leases().acquire(id, 'theirs', 60_000)).toBe(false);
  });

  test('pending conversations are listed until they are not', async () => {
    const [first, second] = [newId('conv'), newId('conv')];
    for (const id of [first, second, first]) await leases().setPending(id, true);
    expect((await opened().elsewhere.leases.listPending()).sort()).toEqual([first, second].sort());
    await leases().setPending(first, false);
    await leases().setPending(newId('conv'), false);
    expect(await leases().listPending()).toEqual([second]);
    const again = await opened().reopen();
    expect(await again.leases.listPending()).toEqual([second]);
  });

  test('an abort request is heard everywhere, once by each listener', async () => {
    const [conversationId, runId] = [newId('conv'), newId('run')];
    const here = vi.fn();
    const there = vi.fn();
    const stops = [leases().onAbortRequest(here), opened().elsewhere.leases.onAbortRequest(there)];
    let requests = 0;
    await vi.waitFor(async () => {
      requests += 1;
      await leases().requestAbort(conversationId, runId);
      expect(there).toHaveBeenCalledWith(conversationId, runId);
    }, 5_000);
    expect(here).toHaveBeenCalledTimes(requests);
    expect(here).toHaveBeenLastCalledWith(conversationId, runId);
    expect(there.mock.calls.length).toBeLessThanOrEqual(requests);
    for (const stop of stops) stop();
    await leases().requestAbort(conversationId, runId);
    expect(here).toHaveBeenCalledTimes(requests);
  });
}
