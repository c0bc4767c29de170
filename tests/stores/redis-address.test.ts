import { describe, expect, test } from 'vitest';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { parseRedisUrl } from '#lib/stores/redis/redis-address.ts';

describe('REDIS_URL', () => {
  test.each([
    ['redis://127.0.0.1:6379/2', { kind: 'single', url: 'redis://127.0.0.1:6379/2' }],
    ['/run/redis.sock', { kind: 'single', url: '/run/redis.sock' }],
    ['rediss://a:1, rediss://b:2,', { kind: 'cluster', urls: ['rediss://a:1', 'rediss://b:2'] }],
    [
      'redis-sentinel://vitrine:p%40ss@a:1,b/team/3',
      {
        kind: 'sentinel',
        options: {
          name: 'team',
          sentinels: [
            { host: 'a', port: 1 },
            { host: 'b', port: 26_379 },
          ],
          ...{ username: 'vitrine', password: 'p@ss', db: 3 },
        },
      },
    ],
    [
      'rediss-sentinel://:secret@[::1]:1/team?sentinelUsername=watch&sentinelPassword=p%26w',
      {
        kind: 'sentinel',
        options: {
          ...{ name: 'team', sentinels: [{ host: '::1', port: 1 }], password: 'secret' },
          ...{ sentinelUsername: 'watch', sentinelPassword: 'p&w', tls: {}, sentinelTLS: {} },
        },
      },
    ],
  ])('%s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  test.each([
    '',
    ',',
    'localhost:6379',
    'http://localhost:6379',
    'redis://a:1,b:2',
    'redis://a:port',
    'redis-sentinel://a:1,b:2',
    'redis-sentinel:///team',
    'redis-sentinel://a:1/team/two',
    'redis-sentinel://a:port/team',
    'redis-sentinel://u:100%@a:1/team',
    'redis://:100%@a',
    '/a.sock,/b.sock',
    '/a.sock,redis://b',
  ])('“%s” is refused at the start, in words', async (url) => {
    expect(await checkRedis(url)).toMatch(/^REDIS_URL is no address of a Redis: write redis:\/\//);
  });

  test('that is refused is not repeated: it has a password', async () => {
    expect(await checkRedis('redis:/user:hidden@host')).not.toContain('hidden');
  });
});
