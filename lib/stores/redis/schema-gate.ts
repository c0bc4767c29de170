import type { RedisCommander } from 'ioredis';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { newerSchema, schemaVersion } from '../schema-version.ts';
import type { RedisKeys } from './keys.ts';

export type SchemaGateKeys = Pick<RedisKeys, 'schemaVersion' | 'filling'>;

const isBeingFilled =
  'Data is being copied into this Redis, or that was interrupted: wait until it has ended, or copy it again.';

/** @returns the message that refuses a Redis into which a copy is being made; `null`: it is none */
export const checkFilling = async (
  redis: Pick<RedisCommander, 'get'>,
  key: SchemaGateKeys['filling'],
): Promise<string | null> => ((await redis.get(key)) === null ? null : isBeingFilled);

/**
 * Reads the schema version of this Redis, and writes ours if there is none or an older one, so that nothing
 * an older version stored is misread. If that cannot be written (full, a replica), the next connection tries
 * again.
 * @returns the message that refuses a newer version; `null`: the version is ours
 */
export async function checkSchema(
  redis: Pick<RedisCommander, 'get' | 'set'>,
  key: SchemaGateKeys['schemaVersion'],
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
 * sent, and none while another fills it.
 * @param isFilling it is us who fills it
 */
export function createSchemaGate(keys: SchemaGateKeys, isFilling: boolean) {
  let passing: Promise<string | null> | null = null;
  let checkedMs = Number.NEGATIVE_INFINITY;
  const checkAll = async (redis: RedisCommander): Promise<string | null> => {
    const [filling, schema] = await Promise.all([
      isFilling ? null : checkFilling(redis, keys.filling),
      checkSchema(redis, keys.schemaVersion),
    ]);
    return filling ?? schema;
  };
  return {
    /** After a reconnect it may be another Redis. */
    forget() {
      passing = null;
    },
    /** @throws VitrineError `storage_unavailable`, and every error of the connection */
    async pass(redis: RedisCommander): Promise<void> {
      // A newer version may have started beside us.
      if (performance.now() - checkedMs > limits.schemaCheckMs) passing = null;
      if (passing === null) checkedMs = performance.now();
      const check = passing ?? checkAll(redis);
      passing = check;
      const refusal = await check.catch((error: unknown) => {
        if (passing === check) passing = null;
        throw error;
      });
      if (refusal === null) return;
      // What fills this Redis ends, and a newer version may be taken away.
      if (passing === check) passing = null;
      throw new VitrineError('storage_unavailable', refusal);
    },
  };
}
