import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { commandOptions } from '#lib/stores/redis/redis-options.ts';
import type { EventPosition, HolderRequest, Stores } from '#lib/stores/stores.ts';
import {
  isoAfter,
  message,
  newId,
  sampleArtifact,
  sampleConversation,
  sampleEntry,
  sampleShare,
} from '../contracts/samples.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type RedisServer, type RedisServerOptions, startRedisServer } from '../support/redis-server.ts';

// Time-outs of 2 s, and then the recovery.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const start: EventPosition = { durable: null, live: null };
const patience = { timeout: 10_000, interval: 50 };
const evictionSentence =
  'Redis evicts any key when full (maxmemory-policy allkeys-lru). Set volatile-ttl or noeviction.';

const open = (url: string, keyPrefix = `test-${randomUUID()}:`): Stores =>
  openRedisStores({ url, keyPrefix });

async function expectUnavailable(call: Promise<unknown>, text = 'The storage does not answer.') {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(VitrineError);
  expect(error).toMatchObject({ code: 'storage_unavailable', message: text });
}

describe('when the network fails', () => {
  let server: RedisServer;
  let proxy: FaultProxy;
  let stores: Stores;

  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(async () => await server.stop());
  beforeEach(async () => {
    proxy = await startFaultProxy(server.port);
    stores = open(proxy.url);
  });
  afterEach(async () => {
    await stores.close();
    await proxy.close();
  });

  const recover = () => vi.waitFor(async () => expect(await stores.health()).toBeNull(), patience);

  test('no command waits for more than two seconds', () => {
    expect(commandOptions).toMatchObject({
      commandTimeout: 2_000,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 1,
    });
  });

  test('a silent Redis fails a command, and the connection recovers by itself', async () => {
    const conversation = sampleConversation();
    await stores.conversations.create(conversation);
    proxy.setMode('blackhole');
    await Promise.all([
      expectUnavailable(stores.conversations.get(conversation.id)),
      expectUnavailable(stores.events.append(conversation.id, [message('a')])),
      expectUnavailable(stores.artifacts.create(sampleArtifact())),
    ]);
    expect(await stores.health()).toBe('The storage does not answer.');
    proxy.setMode('pass');
    await recover();
    expect(await stores.conversations.get(conversation.id)).toEqual(conversation);
  });

  test('a Redis that is silent for a moment answers late, and never the wrong request', async () => {
    const all = [1, 2, 3, 4].map(() => sampleConversation());
    for (const conversation of all) await stores.conversations.create(conversation);
    proxy.setMode('blackhole');
    const late = stores.conversations.get(all[0]?.id ?? '');
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.setMode('pass');
    expect(await late).toEqual(all[0]);
    const found = await Promise.all(all.map(({ id }) => stores.conversations.get(id)));
    expect(found).toEqual(all);
  });

  test('a Redis that is down fails a command, also at the start, and the connection recovers by itself', async () => {
    proxy.setMode('refuse');
    const late = open(proxy.url);
    for (const each of [stores, late]) {
      await expectUnavailable(each.conversations.list());
      expect(await each.health()).toBe('The storage does not answer.');
    }
    proxy.setMode('pass');
    await vi.waitFor(async () => expect(await late.conversations.list()).toEqual([]), patience);
    await recover();
    await late.close();
  });

  test('50 ledger records whose replies were lost are counted once each after a retry', async () => {
    await stores.ledger.record(sampleEntry({ timestamp: '2020-01-01T00:00:00.000Z' }));
    const timestamp = '2026-03-01T00:00:00.000Z';
    const entries = Array.from({ length: 50 }, () => sampleEntry({ timestamp, sentTokens: 7 }));
    proxy.setMode('cut');
    await Promise.all(entries.map((entry) => expectUnavailable(stores.ledger.record(entry))));
    proxy.setMode('pass');
    await recover();
    const areNew = await Promise.all(entries.map((entry) => stores.ledger.record(entry)));
    // This test is about the trap that Redis had stored them already.
    expect(areNew).toContain(false);
    const found = await stores.ledger.list(timestamp, '2026-03-02T00:00:00.000Z');
    expect(found).toHaveLength(50);
    const calls = found.filter((entry) => entry.kind === 'call');
    expect(calls.reduce((sum, entry) => sum + entry.sentTokens, 0)).toBe(350);
  });

  test('an event whose reply was lost is appended once under its once-key', async () => {
    const id = newId('conv');
    await stores.events.append(id, [message('first')]);
    proxy.setMode('cut');
    await expectUnavailable(stores.events.append(id, [message('second')], { onceKey: 'k' }));
    proxy.setMode('pass');
    await recover();
    const result = await stores.events.append(id, [message('second')], { onceKey: 'k' });
    expect(result.status).toBe('repeated');
    const { durable } = await stores.events.read(id, start, 10);
    expect(durable.map(({ data }) => data)).toMatchObject([{ content: 'first' }, { content: 'second' }]);
  });

  test('a subscriber is called after a reconnect, because it may have missed events', async () => {
    const keyPrefix = `test-${randomUUID()}:`;
    const near = open(server.url, keyPrefix);
    const far = open(proxy.url, keyPrefix);
    const id = newId('conv');
    const called = vi.fn();
    const stop = far.events.subscribe(id, called);
    await vi.waitFor(() => expect(called).toHaveBeenCalled(), patience);
    proxy.setMode('refuse');
    await near.events.append(id, [message('missed')]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const callsBefore = called.mock.calls.length;
    proxy.setMode('pass');
    await vi.waitFor(() => expect(called.mock.calls.length).toBeGreaterThan(callsBefore), patience);
    const callsAfter = called.mock.calls.length;
    await near.events.append(id, [message('next')]);
    await vi.waitFor(() => expect(called.mock.calls.length).toBeGreaterThan(callsAfter), patience);
    stop();
    await Promise.all([near.close(), far.close()]);
  });

  test('a request to the lease holder reaches its own process while Redis is unavailable', async () => {
    const heard = vi.fn();
    const request: HolderRequest = { kind: 'abort', runId: 'run_a' };
    stores.leases.onAsked(heard);
    proxy.setMode('refuse');
    await expectUnavailable(stores.leases.ask('conv_a', request));
    expect(heard).toHaveBeenCalledExactlyOnceWith('conv_a', request);
  });

  test.each(['pass', 'blackhole', 'refuse'] as const)('closing is prompt (%s)', async (mode) => {
    await stores.health();
    proxy.setMode(mode);
    // A call in progress would fail by its time-out; closing waits for none.
    const call = stores.settings.get().catch(() => null);
    await expect(Promise.race([stores.close().then(() => 'closed'), pause(5_000)])).resolves.toBe('closed');
    await call;
  });

  test('a master that became a replica rejects writes, and works again once it is a master again', async () => {
    const conversation = sampleConversation();
    const admin = new Redis(server.url);
    await admin.replicaof('127.0.0.1', 1);
    await expectUnavailable(stores.conversations.create(conversation));
    // A server that starts says what it is.
    expect(await checkRedis(server.url)).toContain('is a replica, which takes no writes');
    await admin.replicaof('NO', 'ONE');
    expect(await checkRedis(server.url)).toBeNull();
    await vi.waitFor(() => stores.conversations.create(conversation), patience);
    expect(await stores.conversations.list()).toEqual([conversation]);
    admin.disconnect();
  });

  test('a Redis that lost its scripts receives them again', async () => {
    const id = newId('conv');
    await stores.events.append(id, [message('a')]);
    const admin = new Redis(server.url);
    await admin.script('FLUSH');
    admin.disconnect();
    expect((await stores.events.append(id, [message('b')])).status).toBe('appended');
  });

  test('a Redis that lost everything is empty', async () => {
    const id = newId('conv');
    await stores.events.append(
      id,
      ['a', 'b'].map((content) => message(content)),
    );
    const { position } = await stores.events.read(id, start, 10);
    const admin = new Redis(server.url);
    await admin.flushall();
    admin.disconnect();
    expect((await stores.events.read(id, position, 10)).position.durable).toBeNull();
    await stores.events.append(id, [message('c')]);
    expect((await stores.events.read(id, position, 10)).durable).toHaveLength(1);
  });
});

describe('a full Redis', () => {
  test('is unhealthy, though it responds, until it has room', async () => {
    await withServer({}, async ({ url }) => {
      const stores = open(url);
      expect(await stores.conversations.list()).toEqual([]);
      const admin = new Redis(url);
      await admin.config('SET', 'maxmemory', '500kb');
      expect(await admin.ping()).toBe('PONG');
      await vi.waitFor(async () => expect(await stores.health()).toBe('The storage is full.'), patience);
      await admin.config('SET', 'maxmemory', '0');
      await vi.waitFor(async () => expect(await stores.health()).toBeNull(), patience);
      admin.disconnect();
      await stores.close();
    });
  });

  test('rejects artifacts with that reason, and continues to read and delete', async () => {
    await withServer({ maxmemoryBytes: 8 * 1024 * 1024 }, async ({ url }) => {
      const stores = open(url);
      const conversation = sampleConversation();
      await stores.conversations.create(conversation);
      const writer = await stores.artifacts.create(sampleArtifact());
      const fill = async () => {
        for (let count = 0; count < 64; count += 1) {
          await writer.write(Buffer.alloc(limits.artifactChunkBytes, String(count)));
        }
      };
      await expectUnavailable(fill(), 'The storage is full.');
      expect(await stores.conversations.get(conversation.id)).toEqual(conversation);
      await writer.abort();
      expect(await stores.conversations.update(conversation.id, { title: 'Room again' })).toBe(true);
      await stores.close();
    });
  });
});

test.each(['noeviction', 'volatile-ttl'])(
  'artifacts use at most half of Redis: four times its memory is stored without a rejection (%s)',
  async (maxmemoryPolicy) => {
    await withServer({ maxmemoryPolicy, maxmemoryBytes: 16 * 1024 * 1024 }, async ({ url }) => {
      const stores = open(url);
      const conversation = sampleConversation();
      await stores.conversations.create(conversation);
      const ids: string[] = [];
      for (let count = 0; count < 64; count += 1) {
        const artifact = sampleArtifact({ conversationId: conversation.id });
        const writer = await stores.artifacts.create(artifact);
        await writer.write(Buffer.alloc(1024 * 1024, String(count)));
        await writer.complete(isoAfter(1_800_000));
        if (count === 0) await stores.artifacts.keep(artifact.id, () => isoAfter(86_400_000));
        ids.push(artifact.id);
      }
      const records = await Promise.all(ids.map((id) => stores.artifacts.get(id)));
      const states = records.map((record) => record?.metadata.state);
      expect([states[0], states[1], states.at(-1)]).toEqual(['complete', 'expired', 'complete']);
      expect(records[1]?.metadata.isEvicted).toBe(true);
      expect(await stores.events.append(conversation.id, [message('goes on')])).toMatchObject({
        status: 'appended',
      });
      const admin = new Redis(url);
      expect(/evicted_keys:(\d+)/.exec(await admin.info('stats'))?.[1]).toBe('0');
      admin.disconnect();
      await stores.close();
    });
  },
);

test('a process whose clock is an hour ahead expires no artifact or share too early', async () => {
  await withServer({}, async ({ url }) => {
    const stores = open(url);
    const end = async () => new Date((await stores.artifacts.readClock()) + 1_800_000).toISOString();
    const artifact = sampleArtifact();
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.from('here'));
    await writer.complete(await end());
    const share = sampleShare({ expiresAt: await end() });
    await stores.shares.create(share, 'hash');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      expect((await stores.artifacts.get(artifact.id))?.metadata.state).toBe('complete');
      expect(await stores.artifacts.readBytes(artifact.id, 0, 10)).toHaveLength(4);
      expect(await stores.artifacts.keep(artifact.id, () => null)).not.toBeNull();
      expect(await stores.shares.findByTokenHash('hash')).not.toBeNull();
      expect(Math.abs((await stores.artifacts.readClock()) - Date.now())).toBeGreaterThan(3_000_000);
    } finally {
      vi.useRealTimers();
      await stores.close();
    }
  });
});

describe('a Redis that may evict any key', () => {
  test('is rejected before the start, with a message', async () => {
    await withServer({ maxmemoryPolicy: 'allkeys-lru' }, async ({ url }) => {
      expect(await checkRedis(url)).toBe(evictionSentence);
      expect(await checkRedis(`redis://127.0.0.1:1,${url}`)).toBe(evictionSentence);
      const stores = open(url);
      expect(await stores.health()).toBe(evictionSentence);
      expect(await stores.health()).toBe(evictionSentence);
      await stores.close();
    });
  });

  test.each([
    ['noeviction', { maxmemoryPolicy: 'noeviction' }],
    ['volatile-ttl', { maxmemoryPolicy: 'volatile-ttl' }],
    ['a policy that cannot be asked for', { maxmemoryPolicy: 'allkeys-lru', isConfigForbidden: true }],
  ])('is not one with %s', async (_name, options) => {
    await withServer(options, async ({ url }) => {
      expect(await checkRedis(url)).toBeNull();
      const stores = open(url);
      expect(await stores.health()).toBeNull();
      await stores.close();
    });
  });

  test('is not an unreachable one: the start continues', async () => {
    expect(await checkRedis('redis://127.0.0.1:1')).toBeNull();
  });
});

async function withServer(options: RedisServerOptions, work: (server: RedisServer) => Promise<void>) {
  const server = await startRedisServer(options);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}
