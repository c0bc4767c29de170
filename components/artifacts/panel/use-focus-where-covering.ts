import { type RefObject, useEffect } from 'react';

/** Focuses the panel where it covers the thread; beside the thread it leaves the focus alone. */
export function useFocusWhereCovering(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (panel.current && getComputedStyle(panel.current).position === 'fixed') panel.current.focus();
  }, [panel]);
}
