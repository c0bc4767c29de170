import { describe, inject } from 'vitest';
import { describeArtifactLimit } from './artifact-limit-contract.ts';
import { clusterUrl } from './cluster-url.ts';
import { openRedis } from './redis-opener.ts';
import { openSqlite } from './sqlite-opener.ts';

describe('SQLite', () => describeArtifactLimit(openSqlite));

describe('Redis', () => describeArtifactLimit((options) => openRedis(inject('redisUrl'), options)));

describe('Redis Cluster', () => {
  const url = clusterUrl();
  describeArtifactLimit((options) => openRedis(url(), options));
});
