/** Runs a check at most once a second; calls in between get the previous result. */
export function onceASecond<T>(check: () => Promise<T>): () => Promise<T> {
  let last: { startedMs: number; answer: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.startedMs >= 1_000) {
      last = { startedMs: performance.now(), answer: check() };
    }
    return last.answer;
  };
}
