import { expect, test, vi } from 'vitest';
import type { HolderRequest } from '#lib/stores/stores.ts';
import { openedStores } from './opened-stores.ts';
import { message, newId } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const ada = { id: 'member-1', name: 'Ada' };

export function describeLeases(open: StoreOpener): void {
  const opened = openedStores(open);
  const leases = () => opened().stores.leases;

  test('one of 20 concurrent requests acquires the lease', async () => {
    const id = newId('conv');
    const stores = [leases(), opened().elsewhere.leases];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? leases()).acquire(id, `token-${at}`, 60_000)),
    );
    expect(results.filter((isMine) => isMine)).toHaveLength(1);
  });

  test('leases of two conversations are independent', async () => {
    expect(await leases().acquire(newId('conv'), 'a', 60_000)).toBe(true);
    expect(await leases().acquire(newId('conv'), 'b', 60_000)).toBe(true);
  });

  test('only its holder renews or releases a lease', async () => {
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

  test('a lease expires, and can then be acquired by somebody else', async () => {
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

  test('an expired lease is reacquired by its holder if nobody else acquired it', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'mine', 50);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await leases().renew(id, 'mine', 60_000)).toBe(true);
    expect(await opened().elsewhere.leases.acquire(id, 'theirs', 60_000)).toBe(false);
    const { events } = opened().stores;
    expect((await events.append(id, [message('mine')], { leaseToken: 'mine' })).status).toBe('appended');
  });

  test('a lease that somebody else had in between is not reacquired, even if they released it', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'slept', 50);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await opened().elsewhere.leases.acquire(id, 'theirs', 60_000)).toBe(true);
    await opened().elsewhere.leases.release(id, 'theirs');
    expect(await leases().renew(id, 'slept', 60_000)).toBe(false);
    const { events } = opened().stores;
    expect((await events.append(id, [message('late')], { leaseToken: 'slept' })).status).toBe('lease_lost');
    expect(await leases().acquire(id, 'next', 60_000)).toBe(true);
  });

  test('renewing a lease extends it', async () => {
    const id = newId('conv');
    await leases().acquire(id, 'mine', 300);
    expect(await leases().renew(id, 'mine', 60_000)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await leases().acquire(id, 'theirs', 60_000)).toBe(false);
  });

  test('pending conversations are listed until they are no longer pending', async () => {
    const [first, second] = [newId('conv'), newId('conv')];
    for (const id of [first, second, first]) await leases().setPending(id, true);
    expect((await opened().elsewhere.leases.listPending()).sort()).toEqual([first, second].sort());
    await leases().setPending(first, false);
    await leases().setPending(newId('conv'), false);
    expect(await leases().listPending()).toEqual([second]);
    const again = await opened().reopen();
    expect(await again.leases.listPending()).toEqual([second]);
  });

  test.each<HolderRequest>([
    { kind: 'abort', runId: newId('run') },
    { kind: 'terminal', toolCallId: 'call-1', member: ada, action: { kind: 'input', data: '\u0003 é "\n' } },
    {
      kind: 'terminal',
      toolCallId: 'call-1',
      member: ada,
      action: { kind: 'resize', columns: 80, rows: 24 },
    },
  ])('a request to the holder reaches every process, once per listener ($kind)', async (request) => {
    const conversationId = newId('conv');
    const here = vi.fn();
    const there = vi.fn();
    const stops = [leases().onAsked(here), opened().elsewhere.leases.onAsked(there)];
    let requests = 0;
    await vi.waitFor(async () => {
      requests += 1;
      await leases().ask(conversationId, request);
      expect(there).toHaveBeenCalledWith(conversationId, request);
    }, 5_000);
    expect(here).toHaveBeenCalledTimes(requests);
    expect(here).toHaveBeenLastCalledWith(conversationId, request);
    expect(there.mock.calls.length).toBeLessThanOrEqual(requests);
    for (const stop of stops) stop();
    await leases().ask(conversationId, request);
    expect(here).toHaveBeenCalledTimes(requests);
  });

  test('requests to the holder arrive in the order they were sent', async () => {
    const conversationId = newId('conv');
    const there = vi.fn();
    const stop = opened().elsewhere.leases.onAsked(there);
    const key = (data: string): HolderRequest => ({
      kind: 'terminal',
      toolCallId: 'call-1',
      member: ada,
      action: { kind: 'input', data },
    });
    await vi.waitFor(async () => {
      await leases().ask(conversationId, key('start'));
      expect(there).toHaveBeenCalled();
    }, 5_000);
    const typed = Array.from({ length: 50 }, (_, at) => key(String(at)));
    for (const each of typed) await leases().ask(conversationId, each);
    await vi.waitFor(() => expect(there).toHaveBeenLastCalledWith(conversationId, typed.at(-1)), 5_000);
    expect(there.mock.calls.slice(-typed.length).map(([, request]) => request)).toEqual(typed);
    stop();
  });
}
