let last: Promise<unknown> = Promise.resolve();

/** One image at a time in this process: a single one may take 160 MB, or a process of its own. */
export function inImageTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  // Whoever asked hears of a failure; the next in line does not.
  last = done.catch(() => {});
  return done;
}
