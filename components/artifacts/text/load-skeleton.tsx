'use client';

import { useEffect, useState } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';

const shownAfterMs = 120;
const widths = [42, 68, 61, 30, 74, 52, 66, 38, 57, 71, 45, 60];

/**
 * Placeholder lines, shown only when loading takes longer than 120 ms.
 * @param startedMs when loading began, by `performance.now()`, if that is before it is mounted: it then takes over from another skeleton
 * without a gap
 */
export function LoadSkeleton({ rows, startedMs }: { rows: number; startedMs?: number | undefined }) {
  const [remainingMs] = useState(() =>
    startedMs === undefined ? shownAfterMs : shownAfterMs - (performance.now() - startedMs),
  );
  const [isLate, setIsLate] = useState(remainingMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), remainingMs);
    return () => clearTimeout(timer);
  }, [remainingMs]);
  // However long the server or the hydration takes, both render the same.
  if (!useHydrated() || !isLate) return null;
  return (
    <div className="sk-lines" aria-busy="true">
      {widths.slice(0, rows).map((width) => (
        <div key={width} className="sk" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
