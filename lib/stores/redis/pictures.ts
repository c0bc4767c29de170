import { formatPicture, parsePicture } from '../stored-picture.ts';
import type { PictureStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/** KEYS: versions, records. ARGV: member, version, record. */
const putScript = defineScript(`
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
`);

/** KEYS: versions, records. ARGV: member. */
const removeScript = defineScript(`
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
`);

/** Versions are a hash of their own: each page reads them all, and few of the pictures. */
export function createPictures(connection: RedisConnection, keys: RedisKeys): PictureStore {
  const both = [keys.pictureVersions, keys.pictures];
  return {
    versions: () => connection.run((redis) => redis.hgetall(keys.pictureVersions)),
    async get(memberId) {
      const record = await connection.run((redis) => redis.hget(keys.pictures, memberId));
      return record === null ? null : parsePicture(record);
    },
    async put(memberId, picture) {
      await connection.runScript(putScript, both, [memberId, picture.version, formatPicture(picture)]);
    },
    async remove(memberId) {
      await connection.runScript(removeScript, both, [memberId]);
    },
  };
}
