'use client';

import { formatElapsed } from '#components/ui/format-time.ts';
import { useNow } from '#components/ui/use-now.ts';

/** `running · 0:18`. */
export function RunningMeta({ startedAt }: { startedAt: string | null }) {
  const now = useNow('second');
  return (
    <>
      <span className="accent strong">running</span>
      {now !== null && startedAt !== null && ` · ${formatElapsed(now - Date.parse(startedAt))}`}
    </>
  );
}
