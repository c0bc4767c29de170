import { errorMessage } from '#lib/core/errors.ts';
import { onceASecond } from '../once-a-second.ts';
import type { RedisConnection } from './connection.ts';
import { evictionWarning, policyOf } from './eviction.ts';

/**
 * Why Redis cannot be used at the moment, or should not be; `null`: it works. The policy is read once per
 * connection.
 */
export function createHealth(connection: RedisConnection, key: string): () => Promise<string | null> {
  let warning: Promise<string | null> | null = null;
  connection.onReady(() => {
    warning = null;
  });

  const readWarning = async (): Promise<string | null> => {
    try {
      return evictionWarning(
        policyOf(await connection.run((redis) => redis.config('GET', 'maxmemory-policy'))),
      );
    } catch {
      // Hosted Redis often forbids CONFIG: an unknown policy is not an error.
      return null;
    }
  };

  return onceASecond(async () => {
    try {
      // A full Redis, or a replica, answers a ping but refuses writes.
      await connection.run((redis) => redis.set(key, new Date().toISOString(), 'EX', 60));
    } catch (error) {
      return errorMessage(error);
    }
    warning ??= readWarning();
    return await warning;
  });
}
