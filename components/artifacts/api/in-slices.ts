/** Leaves half of each frame, at 60 frames a second, to the page. */
const sliceMs = 8;

/**
 * Runs long work in slices so that the page stays responsive; it may pause at each `yield`.
 * @returns `null` when the signal aborted it
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

/** A message arrives at once; a timer would wait 4 ms each time. */
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
