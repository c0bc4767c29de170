import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '#lib/core/errors.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';

const locksKey = Symbol.for('vitrine.data-locks');
const globals = globalThis as { [locksKey]?: Map<string, DatabaseSync> };
/**
 * Process-wide: the launcher takes the lock, and the bundled server, another module instance, finds it taken.
 */
const locks = globals[locksKey] ?? new Map<string, DatabaseSync>();
globals[locksKey] = locks;

/**
 * Locks a data folder for this process until it ends. It is a lock of the operating system on a separate
 * file, so a crash leaves nothing stale behind. Locking again in the same process changes nothing.
 * @throws Error when another process has the lock; DataFolderError
 */
export function lockDataDir(dataDir: string): void {
  if (locks.has(dataDir)) return;
  const path = join(dataDir, 'lock.db');
  const lock = explainOpenFailure(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new DatabaseSync(path);
  });
  try {
    explainOpenFailure(path, () => lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE'));
  } catch (error) {
    lock.close();
    if (!(error instanceof DataFolderError) || !/locked/.test(errorMessage(error.cause))) throw error;
    throw new Error(`Another Vitrine uses the data folder ${dataDir}. Stop it, or set VITRINE_DATA_DIR.`, {
      cause: error,
    });
  }
  locks.set(dataDir, lock);
}

export function unlockDataDir(dataDir: string): void {
  locks.get(dataDir)?.close();
  locks.delete(dataDir);
}
