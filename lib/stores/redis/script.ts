import { createHash } from 'node:crypto';
import type { RedisCommander } from 'ioredis';
import { errorMessage } from '#lib/core/errors.ts';

/** A Lua script, which Redis runs atomically. */
export interface Script {
  lua: string;
  sha1: string;
}

export const defineScript = (lua: string): Script => ({
  lua,
  sha1: createHash('sha1').update(lua).digest('hex'),
});

/** Runs a script by its hash, and sends its text only to a Redis that does not know it (yet, or any more). */
export async function runScript(
  redis: RedisCommander,
  script: Script,
  keys: string[],
  values: (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha1, keys.length, ...keys, ...values);
  } catch (error) {
    if (!errorMessage(error).startsWith('NOSCRIPT')) throw error;
    return await redis.eval(script.lua, keys.length, ...keys, ...values);
  }
}
