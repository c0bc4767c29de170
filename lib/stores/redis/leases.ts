import { randomUUID } from 'node:crypto';
import type { LeaseStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';
import type { Subscriber } from './subscriber.ts';

const renewScript = defineScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

const releaseScript = defineScript(`
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);

/** A lease's time is Redis' own, so the clocks of the processes do not matter. */
export function createLeases(
  connection: RedisConnection,
  subscriber: Subscriber,
  keys: RedisKeys,
): LeaseStore {
  const instance = randomUUID();
  const abortListeners = new Set<(conversationId: string, runId: string) => void>();
  return {
    async acquire(conversationId, token, ttlMs) {
      const reply = await connection.run((redis) =>
        redis.set(keys.lease(conversationId), token, 'PX', ttlMs, 'NX'),
      );
      return reply === 'OK';
    },
    async renew(conversationId, token, ttlMs) {
      return (await connection.runScript(renewScript, [keys.lease(conversationId)], [token, ttlMs])) === 1;
    },
    async release(conversationId, token) {
      await connection.runScript(releaseScript, [keys.lease(conversationId)], [token]);
    },
    listPending: () => connection.run((redis) => redis.smembers(keys.pending)),
    async setPending(conversationId, isPending) {
      await connection.run((redis) =>
        isPending ? redis.sadd(keys.pending, conversationId) : redis.srem(keys.pending, conversationId),
      );
    },
    /** The own process hears it directly, also while Redis is away; the others by pub/sub. */
    async requestAbort(conversationId, runId) {
      for (const listener of [...abortListeners]) listener(conversationId, runId);
      await connection.run((redis) =>
        redis.publish(keys.abortRequests, [instance, conversationId, runId].join(' ')),
      );
    },
    onAbortRequest(listener) {
      abortListeners.add(listener);
      const stop = subscriber.listen(keys.abortRequests, (message) => {
        const [from, conversationId, runId] = message?.split(' ') ?? [];
        if (from !== instance && conversationId && runId) listener(conversationId, runId);
      });
      return () => {
        abortListeners.delete(listener);
        stop();
      };
    },
  };
}
