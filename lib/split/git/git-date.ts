const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const iso = /(\d{4})-(\d\d)-(\d\d)/;
const usual = /[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) \d\d:\d\d:\d\d (\d{4})/;
const mail = /(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})/;
const unix = /^@?(\d{9,11})(?: [+-]\d{4})?$/;

/** The day of a date in one of git's formats, as `2026-07-27`; `null`: a relative date (`3 weeks ago`). */
export function gitDayOf(date: string): string | null {
  const [day] = iso.exec(date) ?? [];
  if (day !== undefined) return day;
  const match = usual.exec(date);
  if (match) return isoDay(match[3], match[1], match[2]);
  const mailed = mail.exec(date);
  if (mailed) return isoDay(mailed[3], mailed[2], mailed[1]);
  const seconds = unix.exec(date)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

function isoDay(year = '', month = '', day = ''): string | null {
  const index = months.indexOf(month);
  if (index === -1) return null;
  return `${year}-${String(index / 3 + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Any of git's date formats; sticky, so it matches at `lastIndex` only. */
export const dateAt =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?: ?[+-]\d\d:?\d\d|Z)?)?|[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}(?: [+-]\d{4})?|[A-Z][a-z]{2}, {1,2}\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}|\d{1,3} (?:second|minute|hour|day|week|month|year)s?(?:, \d{1,2} months?)? ago|\d{9,11}/y;
