import { limits } from '#lib/core/limits.ts';
import { batchesOf } from '../batches-of.ts';
import type { PageFileStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

/** So that no command takes long. */
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
    for await (const batch of batchesOf(files, filesAtOnce)) {
      const fields = new Map(batch.map(([name, bytes]) => [name, Buffer.from(bytes)]));
      await connection.run(async (redis) => {
        await redis.hset(pageFiles(build), fields);
        // Each time: who is interrupted leaves nothing for good.
        await redis.expire(pageFiles(build), limits.pageFileSeconds);
      });
    }
    await connection.run(async (redis) => {
      await redis.sadd(pageBuilds, build);
      for (const listed of await redis.smembers(pageBuilds)) {
        if ((await redis.exists(pageFiles(listed))) === 0) await redis.srem(pageBuilds, listed);
      }
    });
  },
  names: () =>
    connection.run(async (redis) => {
      const builds = await redis.smembers(pageBuilds);
      const names = await Promise.all(builds.map((build) => redis.hkeys(pageFiles(build))));
      return new Set(names.flat());
    }),
  read: (name) =>
    connection.run(async (redis) => {
      for (const build of await redis.smembers(pageBuilds)) {
        const bytes = await redis.hgetBuffer(pageFiles(build), name);
        if (bytes !== null) return bytes;
      }
      return null;
    }),
});
