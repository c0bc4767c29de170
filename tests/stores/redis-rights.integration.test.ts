import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { versionWarning } from '#lib/stores/redis/redis-version.ts';
import { openRedis } from '../contracts/redis-opener.ts';
import { message, sampleConversation } from '../contracts/samples.ts';
import { describeStores } from '../contracts/stores-contract.ts';
import { type RedisServer, startRedisCluster, startRedisServer } from '../support/redis-server.ts';

const hosting = readFileSync(join(import.meta.dirname, '../../docs/hosting.md'), 'utf8');
/** What the page on hosting says, for the keys of the tests. */
const [, rights = ''] = /^ACL SETUSER vitrine on >the-password (.+)$/m.exec(hosting) ?? [];

describe('a Redis whose user has the rights that the page on hosting names', () => {
  let server: RedisServer;
  let url: string;
  beforeAll(async () => {
    server = await startRedisServer();
    const admin = new Redis(server.url);
    const ofTests = rights.replaceAll('vitrine:', 'test-').split(' ');
    await admin.call('ACL', 'SETUSER', 'least', 'on', '>right', ...ofTests);
    // The launcher looks at the keys of the product.
    await admin.call('ACL', 'SETUSER', 'least', '~vitrine:*');
    admin.disconnect();
    url = `redis://least:right@127.0.0.1:${server.port}`;
  });
  afterAll(async () => await server?.stop());

  test('keeps everything else from it', async () => {
    expect(rights).not.toBe('');
    const redis = new Redis(url);
    for (const command of [
      'FLUSHALL',
      'KEYS *',
      'CONFIG SET maxmemory 1',
      'SHUTDOWN',
      'ACL LIST',
      'REPLICAOF NO ONE',
    ])
      await expect(redis.call(...(command.split(' ') as [string]))).rejects.toThrow(/NOPERM/);
    await expect(redis.get('somebody-else')).rejects.toThrow(/NOPERM/);
    redis.disconnect();
    expect(await checkRedis(url)).toBeNull();
  });

  test('is refused in words that name the command', async () => {
    const admin = new Redis(server.url);
    await admin.call('ACL', 'SETUSER', 'poor', 'on', '>right', '~*', '&*', '+@all', '-hset');
    admin.disconnect();
    const poor = `redis://poor:right@127.0.0.1:${server.port}`;
    const stores = openRedisStores({ url: poor, keyPrefix: `test-${randomUUID()}:` });
    await expect(stores.settings.change({ linkShares: true })).rejects.toThrow(
      /^Redis forbids the command hset to the user of REDIS_URL: give it the rights in docs\/hosting\.md\.$/,
    );
    await stores.close();
  });

  describe('does all that the stores promise', () => describeStores((options) => openRedis(url, options)));
});

test('in a cluster the user needs two rights more', async () => {
  const [, more = ''] = /^In a cluster add `(.+)`\.$/m.exec(hosting) ?? [];
  expect(more).not.toBe('');
  const cluster = await startRedisCluster();
  for (const node of cluster.url.split(',')) {
    const admin = new Redis(node);
    const ofTests = `${rights} ${more}`.replaceAll('vitrine:', 'test-').split(' ');
    await admin.call('ACL', 'SETUSER', 'least', 'on', '>right', ...ofTests);
    admin.disconnect();
  }
  const url = cluster.url.replaceAll('redis://', 'redis://least:right@');
  const stores = openRedisStores({ url, keyPrefix: `test-${randomUUID()}:` });
  const conversations = Array.from({ length: 20 }, () => sampleConversation());
  for (const conversation of conversations) {
    await stores.conversations.create(conversation);
    await stores.events.append(conversation.id, [message('on whichever node')]);
  }
  expect(await stores.bulk.counts()).toMatchObject({ conversations: 20, events: 20 });
  expect(await stores.health()).toBeNull();
  await stores.close();
  await cluster.stop();
});

test.each([
  ['redis_version:6.0.16\r\n', 'Redis 6.0.16 is too old: install 6.2 or a later one.'],
  ['redis_version:5.0.14\r\n', 'Redis 5.0.14 is too old: install 6.2 or a later one.'],
  ['redis_version:6.2.0\r\n', null],
  ['redis_version:7.4.1\r\nvalkey_version:8.1.0\r\n', null],
  ['redis_version:10.0.0\r\n', null],
  ['', null],
])('a Redis that says %j is refused with: %s', (info, sentence) => {
  expect(versionWarning(`# Server\r\n${info}`)).toBe(sentence);
});
