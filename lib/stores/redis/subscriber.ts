import type { Redis } from 'ioredis';
import { parseRedisUrl } from './redis-address.ts';
import { createNodeClient } from './redis-clients.ts';
import { retryDelayMs, subscriberOptions } from './redis-options.ts';
import { watchFailover } from './watch-failover.ts';

/** A message, or `null`: the subscription has just become active, and messages before it were missed. */
export type MessageListener = (message: string | null) => void;

/** The one pub/sub connection of a process, however many listeners there are. */
export interface Subscriber {
  /** Returns a function that stops listening. Listeners must not throw. */
  listen(channel: string, listener: MessageListener): () => void;
  close(): void;
}

/** Silence is normal here, so a ping detects a dead connection (which the socket timeout then closes). */
const pingIntervalMs = 10_000;

/** Any node of a cluster receives every channel, so a lost connection is reopened to another one. */
export function openSubscriber(url: string): Subscriber {
  const address = parseRedisUrl(url);
  const listeners = new Map<string, Set<MessageListener>>();
  let attempts = 0;
  let isClosed = false;

  const report = (channel: string, message: string | null) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(message);
  };

  const subscribe = async (redis: Redis, channels: string[]) => {
    if (redis.status !== 'ready' || channels.length === 0) return;
    try {
      await redis.subscribe(...channels);
    } catch {
      // The connection was lost; the next one subscribes to everything again.
      return;
    }
    for (const channel of channels) report(channel, null);
  };

  const connect = (): Redis => {
    const redis = createNodeClient(address, subscriberOptions, attempts);
    redis.on('message', report);
    redis.on('ready', () => {
      attempts = 0;
      void subscribe(redis, [...listeners.keys()]);
    });
    // The `end` event that follows handles it.
    redis.on('error', () => {});
    redis.on('end', () => {
      attempts += 1;
      if (!isClosed) setTimeout(reconnect, retryDelayMs(attempts)).unref();
    });
    return redis;
  };
  const reconnect = () => {
    if (!isClosed) current = connect();
  };

  let current = connect();
  const unwatch = watchFailover(address, () => current.disconnect());
  const pinging = setInterval(() => {
    if (current.status === 'ready') current.ping().catch(() => {});
  }, pingIntervalMs).unref();

  return {
    listen(channel, listener) {
      const known = listeners.get(channel);
      if (known) known.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        void subscribe(current, [channel]);
      }
      return () => {
        const remaining = listeners.get(channel);
        if (!remaining?.delete(listener) || remaining.size > 0) return;
        listeners.delete(channel);
        // If it fails, the connection is gone, and its subscriptions with it.
        if (current.status === 'ready') current.unsubscribe(channel).catch(() => {});
      };
    },
    close() {
      isClosed = true;
      unwatch();
      clearInterval(pinging);
      listeners.clear();
      current.disconnect();
    },
  };
}
