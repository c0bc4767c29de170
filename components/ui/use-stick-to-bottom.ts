import { useCallback, useEffect, useRef, useState } from 'react';

/** Within this distance the reader counts as being at the end. */
const nearPx = 48;

const isAtEnd = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;

/**
 * Keeps a scroller at its end while the reader is there, and leaves it alone when they scrolled up.
 * Watches the content's size, so that cards and streamed text count alike.
 * @param options `isOn`: the content may grow; `isStuck`: it begins at its end
 */
export function useStickToBottom({ isOn, isStuck: isStuckFirst }: { isOn: boolean; isStuck: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(isStuckFirst);
  const [isAway, setIsAway] = useState(false);

  const toEnd = useCallback(() => {
    isStuck.current = true;
    setIsAway(false);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current];
    if (!isOn || !outer || !inner) return;
    let lastTop = outer.scrollTop;
    // Only moving up lets go: content that grew since the last frame also leaves a distance to the end.
    const onScroll = () => {
      const hasMovedUp = outer.scrollTop < lastTop - 1;
      lastTop = outer.scrollTop;
      if (isAtEnd(outer)) isStuck.current = true;
      else if (hasMovedUp) isStuck.current = false;
      setIsAway(!isStuck.current);
    };
    const observer = new ResizeObserver(() => {
      if (isStuck.current) outer.scrollTo({ top: outer.scrollHeight });
      else setIsAway(!isAtEnd(outer));
    });
    outer.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(outer);
    return () => {
      outer.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [isOn]);
  return { scroller, content, isAway, toEnd };
}
