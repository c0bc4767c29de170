const timeoutMs = 500;
const fallbackMs = 50;

/** Calls back once, when the browser has nothing better to do, and before long. Returns how to give it up. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, fallbackMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}
