import { type PointerEvent, useRef } from 'react';

/** A shorter movement is a click, not a drag. */
const dragPx = 4;

/**
 * Dragging with the mouse pans a scroller; touch does that natively. `wasDragged` tells whether the click
 * that follows ended a drag.
 */
export function usePan() {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const isDragged = useRef(false);
  const panProps = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isDragged.current = false;
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      const { scrollLeft: left, scrollTop: top } = event.currentTarget;
      from.current = { x: event.clientX, y: event.clientY, left, top };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = from.current;
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragged.current && Math.hypot(x, y) < dragPx) return;
      if (!isDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
      isDragged.current = true;
      event.currentTarget.scrollTo(start.left - x, start.top - y);
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
    // The browser would otherwise drag the image itself.
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  };
  return { panProps, wasDragged: () => isDragged.current };
}
