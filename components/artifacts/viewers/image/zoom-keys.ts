import type { KeyboardEvent } from 'react';
import type { useZoom } from './use-zoom.ts';

/** The keys that change the scale of what is shown. */
export function zoomKeys(zoom: ReturnType<typeof useZoom>, event: KeyboardEvent): void {
  const keys: Record<string, () => void> = {
    '+': () => zoom.stepBy(1),
    '=': () => zoom.stepBy(1),
    '-': () => zoom.stepBy(-1),
    '0': () => zoom.zoomTo(null),
    '1': () => zoom.zoomTo(1),
  };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
