import { limits } from '#lib/core/limits.ts';
import type { PageFileStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** Files sent at once, so that no command takes long. */
const filesAtOnce = 50;

/** A hash for each build, listed once it is whole. */
export const createPageFiles = (
  connection: RedisConnection,
  { pageFiles, pageBuilds }: RedisKeys,
): PageFileStore => ({
  renew: (build) =>
    connection.run(async (redis) => {
      const isListed = (await redis.sismember(pageBuilds, build)) === 1;
      return isListed && (await redis.expire(pageFiles(build), limits.pageFileSeconds)) === 1;
    }),
  async put(build, files) {
    const entries = [...files];
    for (let at = 0; at < entries.length; at += filesAtOnce) {
      const some = new Map(
        entries.slice(at, at + filesAtOnce).map(([name, bytes]) => [name, Buffer.from(bytes)]),
      );
      await connection.run((redis) => redis.hset(pageFiles(build), some));
    }
    await connection.run(async (redis) => {
      await redis.expire(pageFiles(build), limits.pageFileSeconds);
      await redis.sadd(pageBuilds, build);
      for (const listed of await redis.smembers(pageBuilds)) {
        if ((await redis.exists(pageFiles(listed))) === 0) await redis.srem(pageBuilds, listed);
      }
    });
  },
  read: (name) =>
    connection.run(async (redis) => {
      for (const build of await redis.smembers(pageBuilds)) {
        const found = await redis.hgetBuffer(pageFiles(build), name);
        if (found !== null) return found;
      }
      return null;
    }),
});
