import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '../ui/when-idle.ts';

/** Messages that are in the page from the first byte: more than a screen of them. */
const firstCount = 12;
/** So many come at once, in a few milliseconds. */
const nextCount = 16;
/** The cards in sight ask for their lines first. */
const restMs = 500;

/**
 * Where the part of a long thread that is in the page begins: near its end first, since that is what people see, and further
 * up whenever the browser has nothing better to do, until all of it is there. Messages that come do not move it, and what
 * comes above people does not move what they read.
 *
 * @param wanted the place of a message that somebody was led to, which is there at once; `null`: nobody was
 */
export function useThreadStart(
  count: number,
  scroller: RefObject<HTMLElement | null>,
  wanted: number | null,
): number {
  const [begun, setStart] = useState(() => Math.max(0, count - firstCount));
  const start = wanted === null ? begun : Math.min(begun, wanted);
  const [isRested, setIsRested] = useState(start === 0);
  const current = useRef<{ message: HTMLElement; topPx: number } | null>(null);
  useEffect(() => {
    if (isRested) return;
    const timer = setTimeout(() => setIsRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isRested]);
  useEffect(() => {
    if (start === 0 || !isRested) return;
    return whenIdle(() => {
      const message = scroller.current?.querySelector<HTMLElement>('.msg');
      current.current = message ? { message, topPx: message.offsetTop } : null;
      startTransition(() => setStart(Math.max(0, start - nextCount)));
    });
  }, [start, isRested, scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: held once for each part that comes
  useLayoutEffect(() => {
    const outer = scroller.current;
    if (outer === null || current.current === null) return;
    const { message, topPx } = current.current;
    current.current = null;
    if (!isHeldByBrowser(outer)) outer.scrollTop += message.offsetTop - topPx;
  }, [start]);
  return start;
}

/** Browsers hold what is in sight where they can at all, and none does at the very top. */
const isHeldByBrowser = ({ scrollTop }: HTMLElement): boolean =>
  scrollTop > 0 && CSS.supports('overflow-anchor', 'auto');
