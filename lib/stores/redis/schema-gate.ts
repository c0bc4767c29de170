import type { RedisCommander } from 'ioredis';
import { VitrineError } from '../../core/errors.ts';
import { newerSchema, schemaVersion } from '../schema-version.ts';

/**
 * Reads the version of what this Redis holds, and writes ours where there is none or an older one: nothing that an older one stored
 * is misread. Where that cannot be written (full, a replica) the next connection tries again.
 * @returns the sentence in which a newer one is refused; `null`: it is ours
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

/** Stands before every command of a connection: while Redis holds what a newer version wrote, none is sent. */
export function createSchemaGate(key: string) {
  let passing: Promise<string | null> | null = null;
  return {
    /** It may be another Redis by now, or the same with a newer version beside us. */
    forget() {
      passing = null;
    },
    /** @throws VitrineError `storage_unavailable`; what the connection rejects */
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
