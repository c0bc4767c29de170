import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeys } from '#lib/stores/redis/keys.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { message, newId } from '../contracts/samples.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const keys = createKeys('test:');
let server: RedisServer;
let admin: Redis;
let stores: Stores;
const open = () => openRedisStores({ url: server.url, keyPrefix: 'test:' });

beforeEach(async () => {
  server = await startRedisServer({ maxmemoryPolicy: 'volatile-ttl', maxmemoryBytes: 8 * 1024 * 1024 });
  admin = new Redis(server.url);
  stores = open();
});
afterEach(async () => {
  await stores.close();
  admin.disconnect();
  await server.stop();
});

test('a full Redis that evicts the keys that expire soonest evicts no lease', async () => {
  const ids = Array.from({ length: 20 }, () => newId('conv'));
  for (const id of ids) expect(await stores.leases.acquire(id, `of-${id}`, 15_000)).toBe(true);
  for (let count = 0; count < 80; count += 1) {
    await admin.set(`filler-${count}`, Buffer.alloc(256 * 1024), 'EX', 1_800);
  }
  expect(/evicted_keys:(\d+)/.exec(await admin.info('stats'))?.[1]).not.toBe('0');
  for (const id of ids) {
    expect(await stores.leases.acquire(id, 'theirs', 15_000)).toBe(false);
    expect(await stores.leases.renew(id, `of-${id}`, 15_000)).toBe(true);
  }
});

test('a lease that Redis lost is reacquired by its holder, and its run continues', async () => {
  const id = newId('conv');
  await stores.leases.acquire(id, 'mine', 15_000);
  await admin.del(keys.lease(id));
  expect(await stores.leases.renew(id, 'mine', 15_000)).toBe(true);
  expect((await stores.events.append(id, [message('on')], { leaseToken: 'mine' })).status).toBe('appended');
});

test('a lease held by an earlier version stays valid until it expires', async () => {
  const id = newId('conv');
  await admin.set(keys.lease(id), 'run_earlier', 'PX', 200);
  expect(await stores.leases.acquire(id, 'mine', 15_000)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await stores.leases.acquire(id, 'mine', 15_000)).toBe(true);
});
