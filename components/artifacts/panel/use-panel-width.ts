import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';

const storageKey = 'vitrine-panel-width';
const bounds = { min: 420, max: 960, initial: 580 } as const;
const keyStep = 20;

const clamp = (width: number) => Math.round(Math.min(bounds.max, Math.max(bounds.min, width)));

/** The panel's width in px, changed by dragging or arrow keys, and remembered in this browser. */
export function usePanelWidth() {
  const [width, setWidth] = useState<number>(bounds.initial);
  useEffect(() => {
    const stored = Number(localStorage.getItem(storageKey));
    if (stored > 0) setWidth(clamp(stored));
  }, []);
  const keep = (next: number) => {
    setWidth(clamp(next));
    localStorage.setItem(storageKey, String(clamp(next)));
  };
  const gripProps = {
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-label': 'Resize the panel',
    'aria-valuenow': width,
    'aria-valuemin': bounds.min,
    'aria-valuemax': bounds.max,
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) keep(window.innerWidth - event.clientX);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') keep(width + keyStep);
      if (event.key === 'ArrowRight') keep(width - keyStep);
    },
  } as const;
  return { width, gripProps };
}
