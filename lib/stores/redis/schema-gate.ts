import type { RedisCommander } from 'ioredis';
import { VitrineError } from '#lib/core/errors.ts';
import { newerSchema, schemaVersion } from '../schema-version.ts';

/**
 * Reads the schema version of this Redis, and writes ours if there is none or an older one, so that nothing
 * an older version stored is misread. If that cannot be written (full, a replica), the next connection tries
 * again.
 * @returns the message that refuses a newer version; `null`: the version is ours
 */
export async function checkSchema(
  redis: Pick<RedisCommander, 'get' | 'set'>,
  key: string,
): Promise<string | null> {
  const stored = Number((await redis.get(key)) ?? 0);
  if (stored > schemaVersion) {
    return newerSchema('What Redis holds', stored, 'set REDIS_URL to another Redis');
  }
  if (stored < schemaVersion) await redis.set(key, schemaVersion).catch(() => {});
  return null;
}

/**
 * Checked before every command of a connection: while Redis contains data of a newer version, no command is
 * sent.
 */
export function createSchemaGate(key: string) {
  let passing: Promise<string | null> | null = null;
  return {
    /** After a reconnect it may be another Redis, or a newer version may have started beside us. */
    forget() {
      passing = null;
    },
    /** @throws VitrineError `storage_unavailable`, and every error of the connection */
    async pass(redis: RedisCommander): Promise<void> {
      const check = passing ?? checkSchema(redis, key);
      passing = check;
      const refusal = await check.catch((error: unknown) => {
        if (passing === check) passing = null;
        throw error;
      });
      if (refusal !== null) throw new VitrineError('storage_unavailable', refusal);
    },
  };
}
