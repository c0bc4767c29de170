import type { ClusterOptions, DNSLookupFunction, RedisOptions } from 'ioredis';

/**
 * A command that has no reply by then has failed; its outcome is unknown, so what counts is written idempotently. A
 * connection that was silent for as long while it owed a reply is replaced: nothing tells a dead one from a slow one.
 */
export const commandTimeoutMs = 2_000;

export const retryDelayMs = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000);

/**
 * Measured through a fault proxy: the defaults of ioredis hang for good when Redis is silent, and send a command whose
 * reply was lost a second time. With these a command fails within 2 s and is sent once.
 */
export const commandOptions = {
  maxRetriesPerRequest: 1,
  commandTimeout: commandTimeoutMs,
  connectTimeout: 2_000,
  socketTimeout: commandTimeoutMs,
  autoResendUnfulfilledCommands: false,
  /** A master that became a replica: reconnect, and send the refused command again. */
  reconnectOnError: (error: Error) => (/READONLY/.test(error.message) ? 2 : false),
} satisfies RedisOptions;

/** No command timeout: subscriptions wait for the connection. The subscriber reconnects by itself, to any node. */
export const subscriberOptions = {
  maxRetriesPerRequest: null,
  connectTimeout: 2_000,
  socketTimeout: commandTimeoutMs,
  autoResubscribe: false,
  retryStrategy: () => null,
} satisfies RedisOptions;

/** The nodes behind `REDIS_URL`: several, comma-separated, are a Redis Cluster. */
export const splitRedisUrl = (url: string): string[] =>
  url
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '');

/** Nodes that the cluster names itself come without credentials: they take those of the first URL. */
export function clusterOptions(firstUrl: string) {
  const { protocol, username, password } = new URL(firstUrl);
  return {
    // What was in flight when a node went is reported, not sent again.
    retryDelayOnFailover: 0,
    clusterRetryStrategy: retryDelayMs,
    redisOptions: {
      ...commandOptions,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    // With TLS a node must be reached by the name that its certificate has.
    ...(protocol === 'rediss:' && { dnsLookup }),
  } satisfies ClusterOptions;
}

const dnsLookup: DNSLookupFunction = (address, callback) => callback(null, address);
