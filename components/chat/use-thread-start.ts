import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../ui/when-idle.ts';

/** Messages that are in the page from the first byte: more than a screen of them. */
const firstCount = 12;
/** So many come at once, in a few milliseconds. */
const nextCount = 16;
/** The cards in sight ask for their lines first. */
const restMs = 500;

/**
 * Where the part of a long thread that is in the page begins: near its end first, since that is what people see, and further
 * up whenever the browser has nothing better to do, until all of it is there. Messages that come do not move it.
 */
export function useThreadStart(count: number): number {
  const [start, setStart] = useState(() => Math.max(0, count - firstCount));
  const [isRested, setIsRested] = useState(start === 0);
  useEffect(() => {
    if (isRested) return;
    const timer = setTimeout(() => setIsRested(true), restMs);
    return () => clearTimeout(timer);
  }, [isRested]);
  useEffect(() => {
    if (start === 0 || !isRested) return;
    return whenIdle(() => startTransition(() => setStart(Math.max(0, start - nextCount))));
  }, [start, isRested]);
  return start;
}
