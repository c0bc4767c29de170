import { afterAll, beforeAll } from 'vitest';
import { startRedisCluster } from '../support/redis-server.ts';

/** Runs a Redis Cluster for the tests of a describe. Returns a function that gives its URL while they run. */
export function clusterUrl(): () => string {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>> | null = null;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(async () => {
    await cluster?.stop();
  });
  return () => cluster?.url ?? '';
}
