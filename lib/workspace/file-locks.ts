interface FileLock {
  /** Resolves when the last user in line is done. */
  tail: Promise<void>;
  /** Number of callers that work or wait. */
  users: number;
  /** Changes made while a caller worked or waited. */
  changes: number;
}

const locks = new Map<string, FileLock>();

/**
 * Serializes changes of files in this process. Several files are locked at once, so there is no deadlock.
 * `work` can ask whether a file was changed by a caller it waited for; when it returns, all its files count
 * as changed.
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
