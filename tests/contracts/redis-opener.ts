import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createKeys } from '#lib/stores/redis/keys.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { OpenedStores, StoreOptions } from './store-opener.ts';

/** @param url of a Redis or of several cluster nodes. Each opened store has a key prefix of its own. */
export async function openRedis(url: string, options: StoreOptions = {}): Promise<OpenedStores> {
  const keyPrefix = `test-${randomUUID()}:`;
  const open = () => openRedisStores({ url, keyPrefix, ...options });
  const opened: Stores[] = [open(), open()];
  const [stores, elsewhere] = opened;
  if (!stores || !elsewhere) throw new Error('two are opened');
  return {
    stores,
    elsewhere,
    inventory: async () =>
      (await Promise.all(url.split(',').map((node) => storedOn(node, keyPrefix)))).flat().sort(),
    texts: async () => (await Promise.all(url.split(',').map((node) => textsOn(node, keyPrefix)))).flat(),
    async tamper(artifactId) {
      const nodes = url.split(',').map((node) => new Redis(node));
      for (const node of nodes) {
        const key = `${keyPrefix}{${artifactId}}:bytes`;
        // A cluster node that does not have the key refuses.
        const chunk = await node.hgetBuffer(key, '0').catch(() => null);
        if (chunk === null) continue;
        chunk[0] = (chunk[0] ?? 0) ^ 1;
        await node.hset(key, '0', chunk);
      }
      for (const node of nodes) node.disconnect();
    },
    async reopen() {
      await Promise.all([stores.close(), elsewhere.close()]);
      const again = open();
      opened.push(again);
      return again;
    },
    async close() {
      await Promise.all(opened.map((each) => each.close()));
    },
  };
}

/** Every key of a node, with each member of its sets and each field of its hashes. */
async function storedOn(nodeUrl: string, keyPrefix: string): Promise<string[]> {
  const redis = new Redis(nodeUrl);
  const partsOf: Record<string, (key: string) => Promise<string[]>> = {
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrangebyscore(key, '-inf', '+inf'),
    hash: (key) => redis.hkeys(key),
  };
  const { schemaVersion, health, searchLatest } = createKeys(keyPrefix);
  const ownKeys = [schemaVersion, health, searchLatest];
  const found: string[] = [];
  for await (const page of redis.scanStream({ match: `${keyPrefix}*`, count: 1_000 })) {
    for (const key of page as string[]) {
      // These keys belong to the store itself.
      if (ownKeys.includes(key)) continue;
      const parts = (await partsOf[await redis.type(key)]?.(key)) ?? [];
      found.push(key, ...parts.map((part) => `${key} ${part}`));
    }
  }
  redis.disconnect();
  return found;
}

/** Every value of a node: of its strings, sets, lists and hashes, and each entry of its streams. */
async function textsOn(nodeUrl: string, keyPrefix: string): Promise<string[]> {
  const redis = new Redis(nodeUrl);
  const valuesOf: Record<string, (key: string) => Promise<(string | null)[]>> = {
    string: async (key) => [await redis.get(key)],
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    list: (key) => redis.lrange(key, 0, -1),
    hash: async (key) => Object.entries(await redis.hgetall(key)).map((field) => field.join(' ')),
    stream: async (key) => (await redis.xrange(key, '-', '+')).map(([, fields]) => fields.join(' ')),
  };
  const found: string[] = [];
  for await (const page of redis.scanStream({ match: `${keyPrefix}*`, count: 1_000 })) {
    for (const key of page as string[]) {
      const values = (await valuesOf[await redis.type(key)]?.(key)) ?? [];
      found.push(...values.map((value) => `${key} ${value}`));
    }
  }
  redis.disconnect();
  return found;
}
