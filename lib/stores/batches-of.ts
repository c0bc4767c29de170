/** Groups what comes one by one, so that it can be stored in a few commands. */
export async function* batchesOf<T>(items: AsyncIterable<T>, count: number): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < count) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
