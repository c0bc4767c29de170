import { type PointerEvent, useRef } from 'react';

/** Less is a press, not a drag. */
const dragPx = 4;

/** Dragging with the mouse moves what a scroller shows; fingers do that by themselves. `wasDragged` tells the press that ends it from others. */
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
    // The browser would take the picture itself along.
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  };
  return { panProps, wasDragged: () => isDragged.current };
}
