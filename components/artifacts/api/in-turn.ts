/**
 * A line to stand in: work that nobody waits for is done one after another, so that it holds no more than one of the few
 * connections a browser has, and those who look at something are not kept waiting by it.
 */
export function createSerialTurns() {
  let last: Promise<unknown> = Promise.resolve();
  /** `null`: given up before its turn came. */
  return <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> => {
    const mine = last.then(() => (signal.aborted ? null : work()));
    last = mine.catch(() => {});
    return mine;
  };
}
