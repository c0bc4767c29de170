/**
 * Queues background work to run one piece at a time, so that it occupies only one of the browser's few
 * connections and what the reader is looking at does not wait for it.
 */
export function createSerialTurns() {
  let last: Promise<unknown> = Promise.resolve();
  /** `null`: it was aborted before its turn. */
  return <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> => {
    const mine = last.then(() => (signal.aborted ? null : work()));
    last = mine.catch(() => {});
    return mine;
  };
}
