import { errorMessage } from '../../core/errors.ts';
import { onceASecond } from '../once-a-second.ts';
import type { RedisConnection } from './connection.ts';
import { evictionWarning, policyOf } from './eviction.ts';

/** Why Redis cannot be used at the moment, or should not be; `null`: it answers. Asked for its policy once a connection. */
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
      // Hosted Redis often forbids CONFIG: not knowing is no fault.
      return null;
    }
  };

  return onceASecond(async () => {
    try {
      // A Redis that is full, or a replica, answers a ping and takes nothing.
      await connection.run((redis) => redis.set(key, new Date().toISOString(), 'EX', 60));
    } catch (error) {
      return errorMessage(error);
    }
    warning ??= readWarning();
    return await warning;
  });
}
