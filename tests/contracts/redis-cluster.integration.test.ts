import { Cluster } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { checkRedis } from '#lib/stores/redis/check-redis.ts';
import { createKeys, productKeyPrefix } from '#lib/stores/redis/keys.ts';
import { clusterUrl } from './cluster-url.ts';
import { openRedis } from './redis-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('Redis Cluster', () => {
  const url = clusterUrl();
  describeStores((options) => openRedis(url(), options));

  test('is refused by the launcher for what any of its nodes says of the store', async () => {
    const { schemaVersion, filling } = createKeys(productKeyPrefix);
    const client = new Cluster(url().split(','));
    for (const [key, value, sentence] of [
      [schemaVersion, '999', /was written by a newer Vitrine/],
      [filling, '1', /Data is being copied into this Redis/],
    ] as const) {
      await client.set(key, value);
      expect(await checkRedis(url())).toMatch(sentence);
      await client.del(key);
    }
    client.disconnect();
    expect(await checkRedis(url())).toBeNull();
  });
});
