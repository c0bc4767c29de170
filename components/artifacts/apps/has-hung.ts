const keyOf = (baseUrl: string) => `vitrine-app:${baseUrl}`;
/** Whoever has to close a tab that does not answer waits longer than this. */
const soundMs = 5_000;

/**
 * Whether the tab ended while this app ran and kept everything from answering: where a browser runs frames of other sites
 * in the same process, a page that never rests takes ours with it, and would again after each reload.
 */
export const hasHung = (baseUrl: string): boolean => sessionStorage.getItem(keyOf(baseUrl)) !== null;

/** Remembers that it runs, until our page has answered for a while, or is left. @returns a function that forgets it */
export function noteRunning(baseUrl: string): () => void {
  const forget = () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', forget);
    sessionStorage.removeItem(keyOf(baseUrl));
  };
  sessionStorage.setItem(keyOf(baseUrl), 'runs');
  const timer = setTimeout(forget, soundMs);
  window.addEventListener('pagehide', forget);
  return forget;
}
