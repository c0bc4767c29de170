import { type RefObject, useEffect, useRef, useState } from 'react';

/** Within this distance the reader counts as being at the end. */
const nearPx = 48;

const isAtEnd = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;

/** Events by which people scroll, or make the page scroll for them. */
const acts = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointerup', 'pointercancel'] as const;
/** A scroll counts as the reader's this long after such an event: smooth scrolling goes on for a while. */
const actMs = 1_000;

/**
 * Keeps a scroller at its end while the reader is there, and leaves it alone once they scroll up; scrolling
 * by the browser itself does not count. Watches the content's size, so that cards and streamed text are
 * treated alike.
 * @param options `isOn`: the content may grow; `isStuck`: it starts at its end
 */
export function useStickToBottom({ isOn, isStuck: isStuckFirst }: { isOn: boolean; isStuck: boolean }) {
  'use memo';
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(isStuckFirst);
  const [isAway, setIsAway] = useState(false);

  const toEnd = () => {
    isStuck.current = true;
    setIsAway(false);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };

  /** The page leads somewhere else: content that is rendered for that is no reason to go back to the end. */
  const release = () => {
    isStuck.current = false;
    setIsAway(true);
  };

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current];
    if (!isOn || !outer || !inner) return;
    return follow(outer, inner, isStuck, setIsAway);
  }, [isOn]);
  return { scroller, content, isAway, toEnd, release };
}

/** Follows the end of what a scroller shows. @returns a function that stops it */
function follow(
  outer: HTMLElement,
  inner: HTMLElement,
  isStuck: RefObject<boolean>,
  setIsAway: (isAway: boolean) => void,
): () => void {
  let last = { top: outer.scrollTop, height: outer.scrollHeight };
  let actedAtMs = Number.NEGATIVE_INFINITY;
  let isScrollbarHeld = false;
  const onAct = ({ type, target }: Event) => {
    actedAtMs = performance.now();
    // A scrollbar is not an element: pressing it targets the scroller itself.
    if (type === 'pointerdown') isScrollbarHeld = target === outer;
    // A touch that scrolls ends with a cancel event.
    else if (type === 'pointerup' || type === 'pointercancel') isScrollbarHeld = false;
  };
  const look = () => {
    const before = last;
    last = { top: outer.scrollTop, height: outer.scrollHeight };
    return { hasMovedUp: last.top < before.top - 1, hasChanged: last.height !== before.height };
  };
  // Only scrolling up releases it: content that grew since the last frame also leaves a distance to the
  // end. Content that shrank moves a scroller up as well; recent reader events and its height tell these
  // apart.
  const onScroll = () => {
    const { hasMovedUp, hasChanged } = look();
    const isTheirs = isScrollbarHeld || performance.now() - actedAtMs < actMs;
    if (isTheirs && hasMovedUp) actedAtMs = performance.now();
    if (isAtEnd(outer)) isStuck.current = true;
    else if (hasMovedUp && (isTheirs || !hasChanged)) isStuck.current = false;
    else if (isStuck.current && hasMovedUp) outer.scrollTo({ top: outer.scrollHeight });
    setIsAway(!isStuck.current);
  };
  const observer = new ResizeObserver(() => {
    if (isStuck.current) outer.scrollTo({ top: outer.scrollHeight });
    else setIsAway(!isAtEnd(outer));
    look();
  });
  // Listens on the whole page: a key or a click anywhere may lead to a position in it.
  for (const act of acts) window.addEventListener(act, onAct, { capture: true, passive: true });
  outer.addEventListener('scroll', onScroll, { passive: true });
  observer.observe(inner);
  observer.observe(outer);
  return () => {
    for (const act of acts) window.removeEventListener(act, onAct, { capture: true });
    outer.removeEventListener('scroll', onScroll);
    observer.disconnect();
  };
}
