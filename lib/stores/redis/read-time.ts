import type { RedisConnection } from './connection.ts';

/** Milliseconds since 1970 by the clock of Redis, or of one node of a cluster. */
export async function readTime(connection: RedisConnection): Promise<number> {
  const [seconds = 0, microseconds = 0] = (await connection.run((redis) => redis.time())).map(Number);
  return seconds * 1_000 + Math.floor(microseconds / 1_000);
}
