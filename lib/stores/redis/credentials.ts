import type { CredentialStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

export const createCredentials = (connection: RedisConnection, keys: RedisKeys): CredentialStore => ({
  get: (memberId, name) => connection.run((redis) => redis.hget(keys.credentialsOf(memberId), name)),
  async put(memberId, name, sealed) {
    await connection.run((redis) => redis.hset(keys.credentialsOf(memberId), name, sealed));
  },
  delete: async (memberId, name) =>
    (await connection.run((redis) => redis.hdel(keys.credentialsOf(memberId), name))) === 1,
  async deleteOf(memberId) {
    await connection.run((redis) => redis.del(keys.credentialsOf(memberId)));
  },
});
