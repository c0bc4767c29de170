import { pageLimits } from '#lib/core/page-limits.ts';
import { browserEventHub } from '../chat/browser-event-hub.ts';

/**
 * Calls back when the list of conversations is to be read again: at the first change, and for those soon after once
 * together; a hidden page less often.
 * @returns a function that stops it
 */
export function followList(read: () => void): () => void {
  let readMs = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = () => {
    timer = null;
    readMs = Date.now();
    read();
  };
  const leave = browserEventHub().followList(() => {
    const paceMs = document.hidden ? pageLimits.hiddenListPaceMs : pageLimits.listPaceMs;
    // Not all pages at the same moment.
    const delayMs = Math.max(readMs + paceMs - Date.now(), Math.random() * pageLimits.listSpreadMs);
    timer ??= setTimeout(run, delayMs);
  });
  /** What waited for a hidden page does not wait for a visible one. */
  const onVisible = () => {
    if (document.hidden || timer === null) return;
    clearTimeout(timer);
    run();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    leave();
    if (timer !== null) clearTimeout(timer);
  };
}
