import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type HolderRequest, holderRequestSchema, type LeaseStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { readLease } from './read-lease.ts';
import { defineScript } from './script.ts';
import type { Subscriber } from './subscriber.ts';

/** KEYS: lease. ARGV: token, milliseconds. From then on no other token has the lease. */
const acquireScript = defineScript(`
  ${readLease}
  local lease = readLease(KEYS[1])
  if lease.token and lease.deadline > lease.now then return 0 end
  redis.call('SET', KEYS[1], string.format('%.0f:%s', lease.now + tonumber(ARGV[2]), ARGV[1]))
  return 1
`);

/**
 * Also renews a lease that has expired, or that this Redis lost, unless somebody else had it meanwhile: then
 * their token is still stored, or an empty one if they released it.
 */
const renewScript = defineScript(`
  ${readLease}
  local lease = readLease(KEYS[1])
  if lease.token and lease.token ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], string.format('%.0f:%s', lease.now + tonumber(ARGV[2]), ARGV[1]))
  return 1
`);

const releaseScript = defineScript(`
  ${readLease}
  if readLease(KEYS[1]).token == ARGV[1] then redis.call('SET', KEYS[1], '0:') end
`);

/**
 * Published through the node of the conversation's lease (KEYS[1]), so that requests of one process arrive in
 * order.
 */
const askScript = defineScript(`
  redis.call('PUBLISH', ARGV[1], ARGV[2])
`);

/**
 * The message between processes: the sender (which has already notified itself), the conversation, and the
 * request.
 */
const askedSchema = z.object({ from: z.string(), conversationId: z.string(), request: holderRequestSchema });

/**
 * A lease's deadline is part of its value and is compared with Redis' clock. The key has no expiry: a full
 * Redis evicts first what expires soonest, which leases would be.
 */
export function createLeases(
  connection: RedisConnection,
  subscriber: Subscriber,
  keys: RedisKeys,
): LeaseStore {
  const instance = randomUUID();
  const listeners = new Set<(conversationId: string, request: HolderRequest) => void>();
  return {
    async acquire(conversationId, token, ttlMs) {
      return (await connection.runScript(acquireScript, [keys.lease(conversationId)], [token, ttlMs])) === 1;
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
    /** This process is notified directly, also while Redis is unavailable; the others by pub/sub. */
    async ask(conversationId, request) {
      for (const listener of [...listeners]) listener(conversationId, request);
      const asked: z.infer<typeof askedSchema> = { from: instance, conversationId, request };
      await connection.runScript(
        askScript,
        [keys.lease(conversationId)],
        [keys.asked, JSON.stringify(asked)],
      );
    },
    onAsked(listener) {
      listeners.add(listener);
      const stop = subscriber.listen(keys.asked, (message) => {
        const asked = readAsked(message);
        if (asked && asked.from !== instance) listener(asked.conversationId, asked.request);
      });
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}

function readAsked(message: string | null): z.infer<typeof askedSchema> | null {
  if (message === null) return null;
  try {
    return askedSchema.parse(JSON.parse(message));
  } catch {
    // From another version, or not a request at all: unknown messages are ignored.
    return null;
  }
}
