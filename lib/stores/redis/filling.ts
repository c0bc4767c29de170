import type { BulkStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { readTime } from './read-time.ts';

/** Whoever has not said for so long that they fill a store no longer do. */
const lapseMs = 60_000;

/** A key says when somebody last said that they fill this Redis. It has no expiry: without it half a copy would be served. */
export function createFilling(
  connection: RedisConnection,
  keys: RedisKeys,
): Pick<BulkStore, 'beginFilling' | 'stopFilling' | 'endFilling'> {
  let marking: NodeJS.Timeout | undefined;
  const mark = async () => {
    const now = await readTime(connection);
    await connection.run((redis) => redis.set(keys.filling, now));
  };
  /** The others say something of the store itself. */
  const isContent = (key: string): boolean =>
    ![keys.schemaVersion, keys.health, keys.filling, keys.runners].includes(key) &&
    !key.startsWith(keys.pageFiles('')) &&
    key !== keys.pageBuilds;
  return {
    async beginFilling() {
      const markedMs = await connection.run((redis) => redis.get(keys.filling));
      if (markedMs !== null && (await readTime(connection)) - Number(markedMs) < lapseMs) return 'busy';
      for await (const names of connection.keysWith(keys.prefix)) {
        const found = names.filter(isContent);
        if (found.length > 0 && markedMs === null) return 'not_empty';
        // One by one: in a cluster they are on several nodes.
        for (const name of found) await connection.run((redis) => redis.unlink(name));
      }
      await mark();
      // One that fails is made up for by the next.
      marking = setInterval(() => void mark().catch(() => {}), lapseMs / 4);
      return 'begun';
    },
    stopFilling() {
      clearInterval(marking);
    },
    async endFilling() {
      clearInterval(marking);
      await connection.run((redis) => redis.del(keys.filling));
    },
  };
}
