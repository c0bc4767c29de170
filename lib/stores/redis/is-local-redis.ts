import { isLoopback } from '#lib/core/algorithms/hosts.ts';
import { parseRedisUrl } from './redis-address.ts';

/** Whether a Redis is reached on this machine alone, by all addresses that `REDIS_URL` names. @throws as `parseRedisUrl` does */
export function isLocalRedis(text: string): boolean {
  const address = parseRedisUrl(text);
  switch (address.kind) {
    case 'single':
      return address.url.startsWith('/') || isOnLoopback(address.url);
    case 'cluster':
      return address.urls.every(isOnLoopback);
    case 'sentinel':
      return address.options.sentinels.every(({ host }) => isLoopback(host));
  }
}

const isOnLoopback = (url: string): boolean => isLoopback(new URL(url).hostname);
