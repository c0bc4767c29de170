'use client';

import { type TimeFormat, timeFormats } from './format-time.ts';
import { useHydrated } from './use-hydrated.ts';

/** A time in the reader's time zone. Empty until hydrated, since the server does not know that zone. */
export function TimeText({ iso, as = 'clock' }: { iso: string; as?: TimeFormat }) {
  const isHydrated = useHydrated();
  return <time dateTime={iso}>{isHydrated ? timeFormats()[as](new Date(iso)) : ''}</time>;
}
