/** More than there are threads to answer, and few enough for a stop to be heard at once. */
const batchSize = 256;

/**
 * Does the same with many, a bounded number of them at a time.
 * @returns what came of each, in their order
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
