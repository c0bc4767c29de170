import { type RefObject, useEffect, useRef, useState } from 'react';

const settledMs = 700;
const lookMs = 100;

/**
 * Whether an element has stood still for a while. What an app asks must not come under a pointer that is about to
 * click on something else: the app decides when it asks, and how tall it is.
 * @returns as it was seen last, and a function that looks again
 */
export function useIsSettled(element: RefObject<Element | null>) {
  const [isSettled, setIsSettled] = useState(false);
  const seen = useRef({ box: '', sinceMs: 0 });
  const look = () => {
    const { left, top, width, height } = element.current?.getBoundingClientRect() ?? new DOMRect();
    const box = [left, top, width, height].join(' ');
    const nowMs = performance.now();
    if (box !== seen.current.box) seen.current = { box, sinceMs: nowMs };
    return nowMs - seen.current.sinceMs >= settledMs;
  };
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    const timer = setInterval(() => setIsSettled(latest.current()), lookMs);
    return () => clearInterval(timer);
  }, []);
  return { isSettled, look };
}
