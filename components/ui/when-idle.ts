const timeoutMs = 500;
const fallbackMs = 50;

/**
 * Calls back once, when the browser is idle or after a short time at the latest.
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, fallbackMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: timeoutMs });
  return () => cancelIdleCallback(request);
}
