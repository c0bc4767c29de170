/** More than there are I/O threads, and few enough to react to an abort at once. */
const batchSize = 256;

/**
 * Applies `work` to many items, a bounded number at a time.
 * @returns the results, in the order of the items
 */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  signal: AbortSignal,
): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    signal.throwIfAborted();
    done.push(...(await Promise.all(items.slice(start, start + batchSize).map(work))));
  }
  return done;
}
