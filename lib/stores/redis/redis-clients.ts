import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { clusterOptions, commandOptions, retryDelayMs, sentinelOptions } from './redis-options.ts';

/** For commands: it reconnects, and follows a master that moves. */
export function createCommandClient(address: RedisAddress): Redis | Cluster {
  if (address.kind === 'cluster') return new Cluster(address.urls, clusterOptions(address.urls[0] ?? ''));
  return createNodeClient(address, { ...commandOptions, retryStrategy: retryDelayMs });
}

/** One connection, to one node: of a cluster, another one at each attempt. */
export function createNodeClient(
  address: RedisAddress,
  options: Omit<RedisOptions, 'replyMapping'>,
  attempt = 0,
): Redis {
  if (address.kind === 'sentinel') return new Redis({ ...options, ...sentinelOptions, ...address.options });
  const url = address.kind === 'single' ? address.url : address.urls[attempt % address.urls.length];
  return new Redis(url ?? '', options);
}
