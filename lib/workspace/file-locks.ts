interface FileLock {
  /** Resolves when the last one in line is done. */
  tail: Promise<void>;
  /** How many work or wait. */
  users: number;
  /** Changes made while somebody worked or waited. */
  changes: number;
}

const locks = new Map<string, FileLock>();

/**
 * Lets one at a time change a file, in this process. Several files are taken at once, so that nobody waits for each
 * other. `work` learns whether a file was changed by somebody it waited for; where it returns, it has changed them all.
 */
export async function lockFiles<T>(
  keys: readonly string[],
  work: (wasChanged: (key: string) => boolean) => Promise<T>,
): Promise<T> {
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  const locked = keys.map((key) => {
    const lock = locks.get(key) ?? { tail: Promise.resolve(), users: 0, changes: 0 };
    locks.set(key, lock);
    const before = { key, lock, tail: lock.tail, changes: lock.changes };
    lock.tail = done;
    lock.users += 1;
    return before;
  });
  try {
    for (const { tail } of locked) await tail;
    const changed = new Set(
      locked.filter(({ lock, changes }) => lock.changes > changes).map(({ key }) => key),
    );
    const result = await work((key) => changed.has(key));
    for (const { lock } of locked) lock.changes += 1;
    return result;
  } finally {
    for (const { key, lock } of locked) {
      lock.users -= 1;
      if (lock.users === 0) locks.delete(key);
    }
    release();
  }
}
