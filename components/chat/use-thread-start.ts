import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { useLayoutEffectOn } from '../ui/use-effect-on.ts';
import { whenIdle } from '../ui/when-idle.ts';

/** Messages rendered from the first byte: more than a screen of them. */
const firstCount = 12;
/** Messages added at once, within a few milliseconds. */
const nextCount = 16;
/** Lets the visible cards request their lines first. */
const restMs = 500;

/**
 * Index where the rendered part of a long thread begins: near its end first, since that is what people see,
 * then further up whenever the browser is idle, until all of it is rendered. New messages do not move it, and
 * what is added above does not move what people read.
 * @param wanted index of a linked message, which is rendered at once; `null`: none
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
  // Restores the scroll position once for each part that is prepended.
  useLayoutEffectOn([start], () => {
    const outer = scroller.current;
    if (outer === null || current.current === null) return;
    const { message, topPx } = current.current;
    current.current = null;
    if (!isHeldByBrowser(outer)) outer.scrollTop += message.offsetTop - topPx;
  });
  return start;
}

/** Scroll anchoring keeps the position where a browser supports it, but never at the very top. */
const isHeldByBrowser = ({ scrollTop }: HTMLElement): boolean =>
  scrollTop > 0 && CSS.supports('overflow-anchor', 'auto');
