let last: Promise<unknown> = Promise.resolve();

/** Processes one image at a time in this process: a single one may take 160 MB, or a process of its own. */
export function inImageTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  // The caller gets the failure; the next in the queue does not.
  last = done.catch(() => {});
  return done;
}
