import { useSyncExternalStore } from 'react';

/** One timer per period for the whole page, however many clocks there are; stopped without subscribers. */
function createTicker(periodMs: number) {
  const listeners = new Set<() => void>();
  let now = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      now = Date.now();
      timer ??= setInterval(tick, periodMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
    read: () => now || Date.now() - (Date.now() % periodMs),
  };
}

const tickers = { second: createTicker(1_000), quarterMinute: createTicker(15_000) };

/** Milliseconds since 1970; `null` on the server and until hydrated. */
export const useNow = (precision: keyof typeof tickers): number | null => {
  const ticker = tickers[precision];
  return useSyncExternalStore<number | null>(ticker.subscribe, ticker.read, () => null);
};
