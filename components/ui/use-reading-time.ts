import type { ReadingTime } from './day-title.ts';
import { useNow } from './use-now.ts';

/**
 * The reader's time. The server does not know their zone: until hydrated it is UTC, when the page was rendered.
 * @param renderedAt ISO 8601
 */
export function useReadingTime(renderedAt: string): ReadingTime & { isKnown: boolean } {
  const nowMs = useNow('quarterMinute');
  return nowMs === null
    ? { nowMs: Date.parse(renderedAt), offsetMinutes: 0, isKnown: false }
    : { nowMs, offsetMinutes: new Date(nowMs).getTimezoneOffset(), isKnown: true };
}
