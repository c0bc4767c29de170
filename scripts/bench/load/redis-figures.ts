import { Redis } from 'ioredis';

/** What a Redis stores just now. */
export async function readRedisFigures(url: string): Promise<{ usedBytes: number; keys: number }> {
  const redis = new Redis(url);
  const [memory, keys] = await Promise.all([redis.info('memory'), redis.dbsize()]);
  redis.disconnect();
  return { usedBytes: Number(/^used_memory:(\d+)/m.exec(memory)?.[1]), keys };
}
