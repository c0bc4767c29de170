import { copyString } from '../copy-string.ts';
import { offsetOf } from './log-time.ts';

/** The first and the last time of entries, which need not be in order: logs one after another are not. */
export interface TimeRange {
  firstTime: string | null;
  lastTime: string | null;
}

export const timeRangeOf = (time: string | null): TimeRange => ({ firstTime: time, lastTime: time });

export function widen(range: TimeRange, time: string | null): void {
  if (time === null) return;
  if (range.lastTime === null || !isBefore(time, range.lastTime)) range.lastTime = time;
  if (range.firstTime === null || isBefore(time, range.firstTime)) range.firstTime = copyString(time);
}

/** `01/Jun/2026:` or `Jun  1 `: the part that sorts as text only within a day. */
const day = /^(?:(\d{1,2})[/-]([A-Z][a-z]{2})[/-](\d{4})|([A-Z][a-z]{2}) +(\d{1,2}))[ :]/;
const sorted = /^\d{4}\D\d{2}\D\d{2}|^\d{2}:\d{2}:\d{2}/;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const sameDay = 11;
/** `12:30:00 AM` is before `01:00:00 AM`: not compared. */
const halfDay = / [AP]M$/;

/** Whether a time is before another of the same form; false where the form does not show it. */
function isBefore(a: string, b: string): boolean {
  if (halfDay.test(a)) return false;
  if (a.startsWith(b.slice(0, sameDay)) && offsetOf(a) !== offsetOf(b)) return Date.parse(a) < Date.parse(b);
  if (a.length !== b.length) return false;
  if (a.startsWith(b.slice(0, sameDay)) || sorted.test(a)) return a < b;
  const [keyA, keyB] = [dayKey(a), dayKey(b)];
  return keyA !== null && keyB !== null && (keyA < keyB || (keyA === keyB && a < b));
}

function dayKey(time: string): number | null {
  const [, date, month, year, shortMonth, shortDate] = day.exec(time) ?? [];
  const at = months.indexOf(month ?? shortMonth ?? '?');
  if (at === -1) return null;
  return Number(year ?? 0) * 10_000 + at * 100 + Number(date ?? shortDate);
}
