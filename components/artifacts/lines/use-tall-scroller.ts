import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { maxScrollPx, TallScroller } from './tall-scroller.ts';

type Scroller = HTMLDivElement;

/** What a virtualizer scrolls: the box or, for content beyond what browsers can scroll, a `TallScroller`. */
interface ScrolledBox {
  /** Options of the virtualizer. */
  options: {
    getScrollElement: () => Scroller | null;
    observeElementRect: (
      virtualizer: Virtualizer<Scroller, Element>,
      report: (rect: Rect) => void,
    ) => (() => void) | undefined;
  };
  /** How much higher content is placed in the box than its position in the whole. */
  shiftPx: number;
  /**
   * The scrolled element, whose `scrollTop` is the position in the whole; `null` before the box is mounted.
   */
  get: () => Scroller | null;
  moveBy: (px: number) => void;
  /** Sets the full height; `null`: the box can scroll it itself. */
  resize: ((fullPx: number) => void) | null;
}

/** @param fullPx the full height; an estimate where rows are measured */
export function useTallScroller(scroller: RefObject<Scroller | null>, fullPx: number): ScrolledBox {
  'use memo';
  const isTall = fullPx > maxScrollPx;
  const [tall] = useState(() => new TallScroller());
  const shiftPx = useSyncExternalStore(
    tall.watch,
    () => tall.shiftPx,
    () => 0,
  );
  // Runs before the virtualizer's own effect, so that the position is known when it asks.
  useLayoutEffect(() => tall.attach(isTall ? scroller.current : null));
  useLayoutEffect(() => () => tall.attach(null), [tall]);
  const get = () => (isTall && scroller.current ? (tall as unknown as Scroller) : scroller.current);
  const moveBy = (px: number) => {
    const box = get();
    if (box) box.scrollTop += px;
  };
  const resize = (px: number) => tall.resize(px);
  const observeElementRect: ScrolledBox['options']['observeElementRect'] = (_, report) => {
    const box = scroller.current;
    if (!box) return;
    const look = () => report({ width: box.clientWidth, height: box.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box, { box: 'content-box' });
    return () => observer.disconnect();
  };
  return {
    options: { getScrollElement: get, observeElementRect },
    shiftPx: isTall ? shiftPx : 0,
    get,
    moveBy,
    resize: isTall ? resize : null,
  };
}

/** Updates the full height, and returns the height to give the content. */
export function useScrolledHeight({ resize }: ScrolledBox, fullPx: number): number {
  useLayoutEffect(() => resize?.(fullPx), [resize, fullPx]);
  return resize === null ? fullPx : maxScrollPx;
}
