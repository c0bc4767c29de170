'use client';

import { useEffect, useState } from 'react';

const shownAfterMs = 120;
const widths = [42, 68, 61, 30, 74, 52, 66, 38, 57, 71, 45, 60];

/** Placeholder lines, shown only when loading takes longer than 120 ms. */
export function LoadSkeleton({ rows }: { rows: number }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className="sk-lines" aria-busy="true">
      {widths.slice(0, rows).map((width) => (
        <div key={width} className="sk" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
