import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createKeys, type RedisKeys } from '#lib/stores/redis/keys.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import {
  delta,
  isoAfter,
  message,
  newId,
  sampleArtifact,
  sampleConversation,
  storeBytes,
} from '../contracts/samples.ts';

/** Promises specific to Redis: how its keys expire and what eviction does. */
const start = { durable: null, live: null };
const halfAnHourMs = 30 * 60 * 1000;

const url = inject('redisUrl');
let redis: Redis;
let stores: Stores;
let keys: RedisKeys;

beforeAll(() => {
  redis = new Redis(url);
});
afterAll(() => redis.disconnect());
beforeEach(() => {
  const keyPrefix = `test-${randomUUID()}:`;
  keys = createKeys(keyPrefix);
  stores = openRedisStores({ url, keyPrefix });
});
afterEach(() => stores.close());

/** Milliseconds until a key expires; -1 means never. */
const timeLeft = (key: string) => redis.pttl(key);

describe('an artifact', () => {
  test('of a dead writer is removed half an hour after its last chunk, and its record reads as expired', async () => {
    const artifact = sampleArtifact();
    const bytesKey = keys.artifactBytes(artifact.id);
    const writer = await stores.artifacts.create(artifact);
    expect(await timeLeft(bytesKey)).toBeGreaterThan(halfAnHourMs - 60_000);
    await redis.pexpire(bytesKey, 5_000);
    await writer.write(Buffer.alloc(limits.artifactChunkBytes));
    expect(await timeLeft(bytesKey)).toBeGreaterThan(halfAnHourMs - 60_000);
    await redis.pexpire(bytesKey, 1);
    await vi.waitFor(async () =>
      expect((await stores.artifacts.get(artifact.id))?.metadata.state).toBe('expired'),
    );
    expect(await stores.artifacts.readBytes(artifact.id, 0, 1)).toBeNull();
  });

  test('has the same expiry when published as after a chunk, and rewrites its last chunk only if it grew', async () => {
    const artifact = sampleArtifact();
    const bytesKey = keys.artifactBytes(artifact.id);
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.alloc(limits.artifactChunkBytes + 3, 'a'));
    await redis.pexpire(bytesKey, 5_000);
    await writer.publish({ stderrLines: [] });
    expect(await timeLeft(bytesKey)).toBeGreaterThan(halfAnHourMs - 60_000);
    expect(await redis.hget(bytesKey, '1')).toBe('aaa');
    await redis.hset(bytesKey, '1', 'bbb');
    await writer.publish({ stderrLines: [] });
    expect(await redis.hget(bytesKey, '1')).toBe('bbb');
    await writer.write(Buffer.from('c'));
    await writer.publish({ stderrLines: [] });
    expect(await redis.hget(bytesKey, '1')).toBe('aaac');
    await writer.abort();
  });

  test('whose bytes were evicted while it grew is expired, and remains so', async () => {
    const artifact = sampleArtifact();
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.from('one\n'));
    await writer.publish({ stderrLines: [] });
    await redis.unlink(keys.artifactBytes(artifact.id));
    await writer.write(Buffer.from('two\n'));
    await writer.publish({ stderrLines: [] });
    expect((await stores.artifacts.get(artifact.id))?.metadata.state).toBe('expired');
    expect(await redis.exists(keys.artifactBytes(artifact.id))).toBe(0);
    await writer.abort();
  });

  test('whose bytes were evicted in part never shows the remaining part', async () => {
    const artifact = sampleArtifact();
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.alloc(limits.artifactChunkBytes, 'a'));
    await redis.unlink(keys.artifactBytes(artifact.id));
    await writer.write(Buffer.alloc(limits.artifactChunkBytes + 5, 'b'));
    await writer.complete(null);
    expect((await stores.artifacts.get(artifact.id))?.metadata).toMatchObject({
      state: 'expired',
      byteLength: 2 * limits.artifactChunkBytes + 5,
    });
    expect(await redis.exists(keys.artifactBytes(artifact.id))).toBe(0);
  });

  test('has one expiry for all of its bytes, and none for its record', async () => {
    const artifact = sampleArtifact();
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.alloc(3 * limits.artifactChunkBytes, 'line\n'));
    await writer.complete(isoAfter(60_000));
    expect((await redis.hkeys(keys.artifactBytes(artifact.id))).sort()).toEqual(['0', '1', '2', 'index']);
    const remaining = await timeLeft(keys.artifactBytes(artifact.id));
    expect(remaining).toBeGreaterThan(30_000);
    expect(remaining).toBeLessThanOrEqual(60_000);
    expect(await timeLeft(keys.artifactRecord(artifact.id))).toBe(-1);
  });

  test('that is kept has no expiry', async () => {
    const id = await storeBytes(stores.artifacts, Buffer.from('kept'));
    expect(await timeLeft(keys.artifactBytes(id))).toBe(-1);
  });

  test('that is the frozen copy of a share expires completely, including its record', async () => {
    const artifact = sampleArtifact({ id: newId('shr'), conversationId: '' });
    const writer = await stores.artifacts.create(artifact);
    await writer.write(Buffer.from('copy'));
    expect(await timeLeft(keys.artifactRecord(artifact.id))).toBeGreaterThan(0);
    await writer.complete(isoAfter(60_000));
    expect(await timeLeft(keys.artifactRecord(artifact.id))).toBeGreaterThan(30_000);
    expect(await timeLeft(keys.artifactRecord(artifact.id))).toBeLessThanOrEqual(60_000);
  });
});

describe('the live buffer', () => {
  test('expires an hour after its last event; the log remains', async () => {
    const id = newId('conv');
    await stores.events.append(id, [message('a')], { onceKey: 'k' });
    await stores.events.appendLive(id, [delta('x')]);
    expect(await timeLeft(keys.live(id))).toBeGreaterThan((limits.liveSeconds - 60) * 1000);
    expect(await timeLeft(keys.events(id))).toBe(-1);
    expect(await timeLeft(keys.onceKeys(id))).toBe(-1);
  });

  test('restarted on an older clock is read from its start', async () => {
    const id = newId('conv');
    await stores.events.appendLive(id, [delta('before')]);
    const { position } = await stores.events.read(id, start, 10);
    await redis.del(keys.live(id));
    await redis.xadd(keys.live(id), '1000-0', 'event', JSON.stringify(delta('after')));
    const batch = await stores.events.read(id, position, 10);
    expect(batch.live.map(({ data }) => data)).toMatchObject([{ deltaContent: 'after' }]);
    expect(batch.position.live).toBe('1000-0');
  });
});

test('a malformed request to the lease holder is ignored', async () => {
  const heard = vi.fn();
  stores.leases.onAsked(heard);
  const asked = { from: 'another', conversationId: 'conv_a', request: { kind: 'abort', runId: 'run_a' } };
  await vi.waitFor(async () => {
    await redis.publish(keys.asked, JSON.stringify(asked));
    expect(heard).toHaveBeenCalled();
  });
  const bad = { ...asked, conversationId: 'conv_bad' };
  for (const message of [
    'no JSON',
    'null',
    '{}',
    JSON.stringify({ ...bad, request: { kind: 'explode' } }),
    JSON.stringify({ ...bad, request: { ...asked.request, runId: 1 } }),
    JSON.stringify({ ...bad, conversationId: undefined }),
  ])
    await redis.publish(keys.asked, message);
  await redis.publish(keys.asked, JSON.stringify({ ...asked, conversationId: 'conv_last' }));
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('conv_last', asked.request));
  expect(new Set(heard.mock.calls.map(([id]) => id))).toEqual(new Set(['conv_a', 'conv_last']));
});

test('a process listens on one connection, for any number of subscribers', async () => {
  const called = vi.fn();
  const stops = Array.from({ length: 30 }, (_, at) => stores.events.subscribe(`conv_${at % 10}`, called));
  await vi.waitFor(() => expect(called.mock.calls.length).toBeGreaterThanOrEqual(30));
  const listening = async () =>
    String(await redis.client('LIST'))
      .split('\n')
      .flatMap((line) => / sub=([1-9]\d*) /.exec(line)?.[1] ?? []);
  expect(await listening()).toEqual(['10']);
  for (const stop of stops) stop();
  await vi.waitFor(async () => expect(await listening()).toEqual([]));
});

describe('the search index', () => {
  test('of an earlier version is removed, with all of its words, before anything is indexed', async () => {
    const at = (name: string) => `${keys.earlierSearch}${name}`;
    await redis.hset(at('positions'), 'conv_a', '1-1', 'conv_b', 'deleted');
    await redis.set(at('latest'), 70_000);
    await redis.hset(at('documents'), '1', 'words');
    await redis.hset(at('numbers'), 'conv_a:msg_a', '1');
    await redis.sadd(at('of:conv_a'), '1');
    for (const name of ['0:term:0', '0:term:65535', '1:term:77', '0:mark:team', '1:mark:kept'])
      await redis.set(at(name), 'x');
    const change = { from: null, to: '1-1', put: [], remove: [], kept: [] };
    expect(await stores.search.index('conv_none', change)).toBe(false);
    expect(await redis.keys(`${keys.earlierSearch}*`)).toEqual([]);
  });

  test('goes on from one block of documents to the next, and moves all of a conversation to other readers', async () => {
    const conversation = sampleConversation({ audience: 'team' });
    await stores.conversations.create(conversation);
    // The next one has the last number of the first block.
    await redis.set(keys.searchLatest, 65_534);
    const put = Array.from({ length: 6 }, (_, index) => ({
      ...{ id: `msg_${index}`, kind: 'message' as const, conversationId: conversation.id, by: null },
      ...{ text: `quince ${index}`, facets: ['kind:message'], timestamp: isoAfter(0) },
    }));
    const change = { from: null, to: '1-1', put, remove: [], kept: [] };
    expect(await stores.search.index(conversation.id, change)).toBe(true);
    const find = async (memberId: string, words: string[]) => {
      const query = { words, facets: [], memberId, before: null, limit: 10 };
      return (await stores.search.search(query)).found.map(({ number }) => number);
    };
    const all = [65_540, 65_539, 65_538, 65_537, 65_536, 65_535];
    for (const words of [['quince'], [], ['q']]) expect(await find('mem_x', words)).toEqual(all);
    await stores.conversations.update(conversation.id, { audience: ['mem_a', 'mem_b'] });
    expect(await find('mem_x', ['quince'])).toEqual([]);
    expect(await find('mem_b', ['quince'])).toEqual(all);
    await stores.conversations.update(conversation.id, { audience: ['mem_b', 'mem_c'] });
    expect(await find('mem_a', ['quince'])).toEqual([]);
    expect(await find('mem_b', [])).toEqual(all);
    expect(await find('mem_c', ['quince'])).toEqual(all);
    expect(await find(conversation.createdBy.id, ['quince'])).toEqual(all);
    await stores.conversations.delete(conversation.id);
    expect(await redis.keys(`${keys.searchBlocks}*`)).toEqual([keys.searchLatest]);
  });
});

describe('the words of an answer', () => {
  test('are read from what was announced of them, and from Redis by whoever must not lag', async () => {
    const id = newId('conv');
    const appended: string[] = [];
    const stop = stores.events.subscribe(id, (what) => appended.push(what));
    await vi.waitFor(() => expect(appended).toEqual(['anything']));
    await stores.events.appendLive(id, [delta('a')]);
    await vi.waitFor(() => expect(appended).toEqual(['anything', 'words']));
    const { position } = await stores.events.read(id, start, 10);
    await stores.events.appendLive(id, [delta('b', 1)]);
    await vi.waitFor(() => expect(appended).toEqual(['anything', 'words', 'words']));
    await redis.unlink(keys.live(id));
    const announced = await stores.events.read(id, position, 10, { mayLag: true });
    expect(announced.live).toMatchObject([{ data: { deltaContent: 'b' } }]);
    expect((await stores.events.read(id, position, 10)).live).toEqual([]);
    stop();
  });
});
