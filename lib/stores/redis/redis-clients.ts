import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { clusterOptions, commandOptions, retryDelayMs, sentinelOptions } from './redis-options.ts';

/** For commands: it reconnects, and follows a master that moves. */
export function createCommandClient(address: RedisAddress): Redis | Cluster {
  if (address.kind === 'cluster') return new Cluster(address.urls, clusterOptions(address.urls[0] ?? ''));
  return createNodeClient(address, { ...commandOptions, retryStrategy: retryDelayMs });
}

/** One connection, to one node. @param attempt asks another node, or another Sentinel first, each time */
export function createNodeClient(
  address: RedisAddress,
  options: Omit<RedisOptions, 'replyMapping'>,
  attempt = 0,
): Redis {
  if (address.kind !== 'sentinel') {
    const url = address.kind === 'single' ? address.url : address.urls[attempt % address.urls.length];
    return new Redis(url ?? '', options);
  }
  const { sentinels, ...others } = address.options;
  const first = attempt % sentinels.length;
  return new Redis({
    ...sentinelOptions,
    ...options,
    ...others,
    sentinels: [...sentinels.slice(first), ...sentinels.slice(0, first)],
  });
}
