import type { RedisConnection } from './connection.ts';

/** Share of a Redis with a `maxmemory`; the rest is for conversations, the ledger and Redis itself. */
const shareOfMemory = 0.5;

/**
 * Byte budget of all artifacts: the configured one, else half of Redis' memory limit, of all nodes together.
 * Read once per connection. `null`: no limit is known.
 */
export function createArtifactLimit(
  connection: RedisConnection,
  configured: number | null,
): () => Promise<number | null> {
  let asked: Promise<number | null> | null = null;
  connection.onReady(() => {
    asked = null;
  });
  const ask = async (): Promise<number | null> => {
    try {
      const reply = await connection.run((redis) => redis.config('GET', 'maxmemory'));
      const maxMemory = Array.isArray(reply) ? Number(reply[1] ?? 0) : 0;
      return maxMemory > 0 ? Math.floor(maxMemory * shareOfMemory) * connection.nodeCount() : null;
    } catch {
      // Hosted Redis often forbids CONFIG; there the setting must state the limit.
      return null;
    }
  };
  return async () => {
    if (configured !== null) return configured;
    asked ??= ask();
    return await asked;
  };
}
