/**
 * Queues background work to run one piece at a time, so that it occupies only one of the browser's few
 * connections and what the reader is looking at does not wait for it.
 */
export function createSerialTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
