/** Leaves half of a frame of 60 a second to the page. */
const sliceMs = 8;

/**
 * Does long work in slices, between which the page answers: each `yield` of it is a place where it may rest.
 * @returns `null`: given up, since the signal said so
 */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T | null> {
  while (!signal?.aborted) {
    const untilMs = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < untilMs);
    await nextTurn();
  }
  return null;
}

/** A message comes at once; a timer would wait 4 ms each time. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
