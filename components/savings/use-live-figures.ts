import { useEffect, useRef, useState } from 'react';
import { requestJson } from '../ui/request-json.ts';

const periodMs = 5_000;
const longestMs = 60_000;

/**
 * Figures that are reloaded in place while the page is visible, less often while the server does not answer.
 * The page's initial figures are shown until then, and again when the address changes.
 */
export function useLiveFigures<T>(
  url: string,
  initial: T,
): {
  figures: T;
  isStale: boolean;
  /** Reloads now, because something has changed. */
  refresh: () => void;
} {
  const refresh = useRef(() => {});
  const [current, setCurrent] = useState<{ url: string; figures: T } | null>(null);
  const [isStale, setIsStale] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = periodMs;
    let isReading = false;
    let isAskedAgain = false;
    const read = async () => {
      if (isReading || document.hidden) return;
      isReading = true;
      const result = await requestJson<T>(url, { signal });
      isReading = false;
      if (signal.aborted) return;
      if (result.ok) setCurrent({ url, figures: result.value });
      setIsStale(!result.ok);
      waitMs = result.ok ? periodMs : Math.min(2 * waitMs, longestMs);
      if (!isAskedAgain) return plan();
      isAskedAgain = false;
      await read();
    };
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(read, waitMs);
    };
    const comeBack = () => void read();
    plan();
    refresh.current = () => {
      isAskedAgain = isReading;
      void read();
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', comeBack);
      setIsStale(false);
    };
  }, [url]);
  return {
    figures: current?.url === url ? current.figures : initial,
    isStale,
    refresh: () => refresh.current(),
  };
}
