import { describe } from 'vitest';
import { clusterUrl } from './cluster-url.ts';
import { openRedis } from './redis-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('Redis Cluster', () => {
  const url = clusterUrl();
  describeStores((options) => openRedis(url(), options));
});
