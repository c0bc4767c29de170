import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import { storeFaultText } from '#lib/core/vocabulary/store-fault.ts';
import { LeaseLostError, openLog, readLog } from '#lib/runs/conversation-log.ts';
import { createPatientStores } from '#lib/runs/patient-stores.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { message, newId } from '../contracts/samples.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { scaled } from '../support/scaled.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

/** A run on a real Redis, behind a proxy that simulates network failures. */
const url = inject('redisUrl');
let proxy: FaultProxy;
let far: Stores;
let near: Stores;
const faults: string[] = [];

beforeEach(async () => {
  const keyPrefix = `test-${randomUUID()}:`;
  proxy = await startFaultProxy(Number(new URL(url).port));
  far = openRedisStores({ url: proxy.url, keyPrefix });
  near = openRedisStores({ url, keyPrefix });
  faults.length = 0;
});
afterEach(async () => {
  await Promise.all([far.close(), near.close()]);
  await proxy.close();
});

const patientStores = (patienceMs = 30_000) =>
  createPatientStores(far, { patienceMs: () => patienceMs, onFault: (fault) => faults.push(fault) });

async function openRun(leaseMs: number, patienceMs?: number) {
  const id = newId('conv');
  await near.leases.acquire(id, 'mine', leaseMs);
  return { id, log: await openLog(patientStores(patienceMs).events, id, 'mine') };
}

const contents = async (id: string): Promise<unknown[]> =>
  (await readLog(near.events, id)).map(({ data }) => ('content' in data ? data.content : null));

describe.each(['blackhole', 'refuse', 'cut'] as const)(
  'a store that is away for longer than a command waits (%s)',
  (mode) => {
    test('stores what a run appends once, and the run continues', async () => {
      const { id, log } = await openRun(60_000);
      await log.append([message('before', 'msg_1')]);
      proxy.setMode(mode);
      const during = log.append([message('during', 'msg_2'), message('during too', 'msg_3')]);
      await pause(scaled(5_000, 2_500));
      proxy.setMode('pass');
      await during;
      await log.append([message('after', 'msg_4')]);
      expect(await contents(id)).toEqual(['before', 'during', 'during too', 'after']);
      expect(log.state.items).toHaveLength(4);
      expect(log.state.cursor).toBe((await readLog(near.events, id)).at(-1)?.id);
      expect(new Set(faults)).toEqual(new Set(['away']));
    });
  },
);

test('a lease that expired while the store was away is reacquired', async () => {
  const { id, log } = await openRun(300);
  proxy.setMode('refuse');
  const during = log.append([message('during')]);
  await pause(600);
  proxy.setMode('pass');
  await during;
  expect(await contents(id)).toEqual(['during']);
});

test('a lease that another process acquired meanwhile is lost, and nothing is written', async () => {
  const { id, log } = await openRun(300);
  proxy.setMode('refuse');
  const during = log.append([message('during')]).catch((error: unknown) => error);
  await pause(600);
  expect(await near.leases.acquire(id, 'theirs', 60_000)).toBe(true);
  proxy.setMode('pass');
  expect(await during).toBeInstanceOf(LeaseLostError);
  expect(await contents(id)).toEqual([]);
});

test('a store that stays away ends the run when the patience ends', async () => {
  const { log } = await openRun(60_000, 1_000);
  proxy.setMode('refuse');
  await expect(log.append([message('lost')])).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: storeFaultText.away,
  });
});

test('a full store is retried and reported as full, and other errors are not retried', async () => {
  const full = new VitrineError('storage_unavailable', storeFaultText.full);
  const get = vi.fn<Stores['settings']['get']>().mockRejectedValueOnce(full).mockResolvedValue({});
  const stores = createPatientStores(
    { ...near, settings: { ...near.settings, get } },
    { patienceMs: () => 5_000, onFault: (fault) => faults.push(fault) },
  );
  expect(await stores.settings.get()).toEqual({});
  expect(faults).toEqual(['full']);
  const broken = new Error('a bug');
  get.mockRejectedValueOnce(broken);
  await expect(stores.settings.get()).rejects.toBe(broken);
});

test('a request that somebody waits for fails at once', async () => {
  const { events } = patientStores();
  proxy.setMode('refuse');
  await expect(events.append(newId('conv'), [message('asked')])).rejects.toThrow(storeFaultText.away);
  expect(faults).toEqual([]);
});
