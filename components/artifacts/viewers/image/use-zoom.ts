import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLayoutEffectOn } from '#components/ui/use-effect-on.ts';

/** 1 is the image's natural size. */
const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16, 32];
const least = 0.05;
const most = 32;

/** The next larger or smaller preset scale. */
export function nextScale(scale: number, by: 1 | -1): number {
  const nearly = scale * (1 + 0.01 * by);
  const next = by === 1 ? steps.find((step) => step > nearly) : steps.findLast((step) => step < nearly);
  return next ?? (by === 1 ? most : least);
}

/** A point that stays in place while the scale changes: its position in the scroller. */
interface Anchor {
  x: number;
  y: number;
  /** The point's position in the image, as fractions of its size. */
  shareX: number;
  shareY: number;
}

/**
 * The scale of an image: fitted to the width, or chosen.
 * @param imageWidth in px; `null`: not known, so it may exceed the room
 * @param isAnchored the point in view stays fixed while the scale changes
 */
export function useZoom(imageWidth: number | null, isAnchored = true) {
  'use memo';
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  /** `null`: fitted to the width. */
  const [chosen, setChosen] = useState<number | null>(null);
  const anchor = useRef<Anchor | null>(null);
  const fitScale = room === null || imageWidth === null ? 1 : Math.min(1, room / imageWidth);
  const scale = chosen ?? fitScale;
  const isLarger = room !== null && (imageWidth === null || imageWidth > room);

  const zoomTo = (next: number | null, at?: { clientX: number; clientY: number }) => {
    anchor.current = isAnchored && scroller.current ? anchorOf(scroller.current, at) : null;
    setChosen(next === null ? null : Math.min(most, Math.max(least, next)));
  };
  // Runs after each change of scale.
  useLayoutEffectOn([scale], () => {
    if (scroller.current && anchor.current) holdAt(scroller.current, anchor.current);
    anchor.current = null;
  });

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(scale * Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), event);
  });
  useEffect(() => {
    const box = scroller.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's wheel listener is passive and could not keep the browser from zooming the page.
    box?.addEventListener('wheel', listener, { passive: false });
    return () => box?.removeEventListener('wheel', listener);
  }, []);

  return {
    scroller,
    scale,
    isFit: chosen === null,
    isActualSize: scale === 1 && (chosen !== null || !isLarger),
    /** It does not fit at its natural size. */
    isLarger,
    zoomTo,
    stepBy: (by: 1 | -1) => zoomTo(nextScale(scale, by)),
  };
}

/** Width available to an image within the scroller, in px; `null`: not known yet. */
function useRoom(scroller: RefObject<HTMLDivElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? null));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}

const imageIn = (box: HTMLElement): DOMRect | undefined =>
  box.querySelector('img, canvas')?.getBoundingClientRect();

function anchorOf(box: HTMLElement, at: { clientX: number; clientY: number } | undefined): Anchor | null {
  const image = imageIn(box);
  if (!image || image.width === 0 || image.height === 0) return null;
  const own = box.getBoundingClientRect();
  const x = at ? at.clientX - own.left : own.width / 2;
  const y = at ? at.clientY - own.top : own.height / 2;
  return {
    x,
    y,
    shareX: (own.left + x - image.left) / image.width,
    shareY: (own.top + y - image.top) / image.height,
  };
}

function holdAt(box: HTMLElement, { x, y, shareX, shareY }: Anchor): void {
  const image = imageIn(box);
  if (!image) return;
  const own = box.getBoundingClientRect();
  box.scrollLeft += image.left + shareX * image.width - own.left - x;
  box.scrollTop += image.top + shareY * image.height - own.top - y;
}
