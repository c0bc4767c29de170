import type { ClusterOptions, DNSLookupFunction, RedisOptions } from 'ioredis';

/**
 * A command without a reply after this time has failed; its outcome is unknown, so writes that matter are
 * idempotent. A connection that was silent this long while a reply was due is replaced, since a dead
 * connection cannot be told from a slow one.
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
  /** The master became a replica: reconnect, and send the refused command again. */
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

export const sentinelOptions = {
  /** Without it the password would go to the master in the clear, whatever `tls` says. */
  enableTLSForSentinelMode: true,
  sentinelRetryStrategy: retryDelayMs,
  sentinelCommandTimeout: commandTimeoutMs,
} satisfies RedisOptions;

/** Nodes that the cluster announces come without credentials, so they get those of the first URL. */
export function clusterOptions(firstUrl: string) {
  const { protocol, username, password } = new URL(firstUrl);
  return {
    // Commands in flight when a node fails are reported, not sent again.
    retryDelayOnFailover: 0,
    clusterRetryStrategy: retryDelayMs,
    redisOptions: {
      ...commandOptions,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    // With TLS a node must be reached by the name in its certificate.
    ...(protocol === 'rediss:' && { dnsLookup }),
  } satisfies ClusterOptions;
}

const dnsLookup: DNSLookupFunction = (address, callback) => callback(null, address);
