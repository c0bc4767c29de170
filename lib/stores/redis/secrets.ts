import type { SecretStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';

export const createSecrets = (connection: RedisConnection, keys: RedisKeys): SecretStore => ({
  async get(name, fresh) {
    await connection.run((redis) => redis.hsetnx(keys.secrets, name, fresh));
    return (await connection.run((redis) => redis.hget(keys.secrets, name))) ?? fresh;
  },
});
