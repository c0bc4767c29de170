import type { TestProject } from 'vitest/node';
import { startRedisServer } from './redis-server.ts';

/** One Redis for all files of a run that only need a Redis: each uses a key prefix of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRedisServer();
  project.provide('redisUrl', server.url);
  return server.stop;
}
