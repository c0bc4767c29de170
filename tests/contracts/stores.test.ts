import { afterAll, beforeAll, describe } from 'vitest';
import { startRedisCluster, startRedisServer } from '../support/redis-server.ts';
import { openRedis } from './redis-opener.ts';
import { openSqlite } from './sqlite-opener.ts';
import { describeStores } from './stores-contract.ts';

describe('SQLite', () => describeStores(openSqlite));

describe('Redis', () => {
  const url = serverFor(startRedisServer);
  describeStores((options) => openRedis(url(), options));
});

describe('Redis Cluster', () => {
  const url = serverFor(startRedisCluster);
  describeStores((options) => openRedis(url(), options));
});

/** Runs a server for the tests of one describe. Returns its URL, known while they run. */
function serverFor(start: () => Promise<{ url: string; stop(): Promise<void> }>): () => string {
  let server: Awaited<ReturnType<typeof start>> | null = null;
  beforeAll(async () => {
    server = await start();
  }, 20_000);
  afterAll(async () => {
    await server?.stop();
  });
  return () => server?.url ?? '';
}
