import { Redis } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { retryDelayMs } from './redis-options.ts';

const channel = '+switch-master';

/**
 * Calls back when Sentinels say that another master has taken over. The old one closes no connection by itself, and loses
 * what it is sent. (ioredis has a detector of its own: it prints errors, reconnects after a minute, and outlives `quit`.)
 * @returns a function that stops watching
 */
export function watchFailover(address: RedisAddress, onFailover: () => void): () => void {
  if (address.kind !== 'sentinel') return () => {};
  const { name, sentinels, sentinelUsername, sentinelPassword, sentinelTLS } = address.options;
  const clients = sentinels.map((sentinel) => {
    const client = new Redis({
      ...sentinel,
      ...(sentinelUsername !== undefined && { username: sentinelUsername }),
      ...(sentinelPassword !== undefined && { password: sentinelPassword }),
      ...(sentinelTLS !== undefined && { tls: sentinelTLS }),
      maxRetriesPerRequest: null,
      autoResubscribe: false,
      connectTimeout: 2_000,
      // It hears nothing for weeks: the system finds out whether anybody is still there.
      keepAlive: 10_000,
      retryStrategy: retryDelayMs,
    });
    // One that is away is watched again once it is back.
    client.on('error', () => {});
    client.on('message', (_channel, message: string) => {
      if (message.split(' ')[0] === name) onFailover();
    });
    // One that was refused, as for a wrong password, is subscribed once it is let in.
    client.on('ready', () => void client.subscribe(channel).catch(() => {}));
    return client;
  });
  return () => {
    for (const client of clients) client.disconnect();
  };
}
