import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { maxScrollPx, TallScroller } from './tall-scroller.ts';

type Scroller = HTMLDivElement;

/** What a virtualizer scrolls: the box itself, or what stands for it where all there is goes beyond what a browser can scroll. */
interface ScrolledBox {
  /** Options of the virtualizer. */
  options: {
    getScrollElement: () => Scroller | null;
    observeElementRect: (
      virtualizer: Virtualizer<Scroller, Element>,
      tell: (rect: Rect) => void,
    ) => (() => void) | undefined;
  };
  /** What is at a place of the whole stands so much higher in the box. */
  shiftPx: number;
  /** Where one is in the whole; `null` before there is a box. */
  get: () => Scroller | null;
  moveBy: (px: number) => void;
  /** There is so much of it; `null`: the box holds it all. */
  resize: ((fullPx: number) => void) | null;
}

/** @param fullPx the height of all there is; where rows are measured, what it was taken for */
export function useTallScroller(scroller: RefObject<Scroller | null>, fullPx: number): ScrolledBox {
  const isTall = fullPx > maxScrollPx;
  const [tall] = useState(() => new TallScroller());
  const shiftPx = useSyncExternalStore(
    tall.watch,
    () => tall.shiftPx,
    () => 0,
  );
  // Before the virtualizer's own, so that where one is has been found when it asks.
  useLayoutEffect(() => tall.attach(isTall ? scroller.current : null));
  useLayoutEffect(() => () => tall.attach(null), [tall]);
  const get = useCallback(
    () => (isTall && scroller.current ? (tall as unknown as Scroller) : scroller.current),
    [isTall, scroller, tall],
  );
  const moveBy = useCallback(
    (px: number) => {
      const box = get();
      if (box) box.scrollTop += px;
    },
    [get],
  );
  const resize = useCallback((px: number) => tall.resize(px), [tall]);
  const observeElementRect = useCallback<ScrolledBox['options']['observeElementRect']>(
    (_, tell) => {
      const box = scroller.current;
      if (!box) return;
      const look = () => tell({ width: box.clientWidth, height: box.clientHeight });
      look();
      const observer = new ResizeObserver(look);
      observer.observe(box, { box: 'content-box' });
      return () => observer.disconnect();
    },
    [scroller],
  );
  return {
    options: { getScrollElement: get, observeElementRect },
    shiftPx: isTall ? shiftPx : 0,
    get,
    moveBy,
    resize: isTall ? resize : null,
  };
}

/** The height of what is in the box, where there is so much of it. */
export function useScrolledHeight({ resize }: ScrolledBox, fullPx: number): number {
  useLayoutEffect(() => resize?.(fullPx), [resize, fullPx]);
  return resize === null ? fullPx : maxScrollPx;
}
