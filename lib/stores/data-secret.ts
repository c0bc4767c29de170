import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret of the data folder, made when it is first needed. It is never in a store, so that a copy of the store
 * alone opens nothing.
 * @throws the system's error
 */
export function readDataSecret(dataDir: string): string {
  const path = join(/* turbopackIgnore: true */ dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
