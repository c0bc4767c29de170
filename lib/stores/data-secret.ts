import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const minLength = 32;

/**
 * The secret of the data folder, made when it is first needed. It is never in a store, so that a copy of the store
 * alone opens nothing.
 * @throws the system's error; Error if the file was emptied
 */
export function readDataSecret(dataDir: string): string {
  const path = join(/* turbopackIgnore: true */ dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  writeFileSync(fresh, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  try {
    // Whole or not at all, and of several processes one: nobody reads half a secret.
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < minLength) {
    throw new Error(`${path} is no secret any more. Remove it: members sign in to MCP servers anew.`);
  }
  return secret;
}
