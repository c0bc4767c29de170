/** With the half of the day: `12:30:00 PM`. */
const clock = '\\d{2}:\\d{2}:\\d{2}(?:[.,:]\\d{1,9})?(?: [AP]M)?';
const zone = '(?: ?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';

/** Time formats at the start of log lines. */
const forms = [
  `\\d{4}[-/.]\\d{2}[-/.]\\d{2}(?:[T ]|, ?)${clock}${zone}`,
  `${weekday},? (?:${month} {1,2}\\d{1,2}|\\d{1,2} ${month})(?: \\d{4})? ${clock}(?: \\d{4})?${zone}`,
  `${month} {1,2}\\d{1,2}(?:, \\d{4})? ${clock}`,
  `\\d{1,2} ${month} \\d{4} ${clock}`,
  `\\d{1,2}[-/]${month}[-/]\\d{4}[ :]${clock}${zone}`,
  `\\d{2}[-/]\\d{2}(?:[-/]\\d{2,4})? ${clock}`,
  `\\d{8}[ T-]\\d{2}:?\\d{2}:?\\d{2}(?:[.,]\\d{1,9})?`,
  '\\d{10}(?:\\.\\d{1,9})?(?= )',
  `${clock}`,
  '\\d{1,6}\\.\\d{3,9}s?(?=\\])',
  '\\d{4}[-/]\\d{2}[-/]\\d{2}(?=[\\s\\]])',
];

/**
 * Prefixes that may precede the time: `web-1  | ` and `[pod/web] ` of runners, `1200:M ` of Redis, `I, ` of
 * Ruby's logger.
 */
const prefix = '(?:[\\w.-]{1,60} +\\| |\\[pod/[\\w./-]{1,120}\\] |\\d{1,9}:[A-Z] |[A-Z], )?';

/** A time at the start of a line, with or without brackets: one regular expression per format. */
export const logTimes: readonly RegExp[] = forms.map(
  (form) => new RegExp(`^${prefix}[\\[(<]?\\s{0,6}(${form})[\\])>]?`),
);

/** Any of these formats; most lines that are not logs match none. */
export const anyLogTime = new RegExp(`^${prefix}[\\[(<]?\\s{0,6}(?:${forms.join('|')})`);

/** `2026-11-21 23:41:41` for `2026-11-21T23:41:41.430+0000`: only day and seconds. */
export const shortTime = (time: string): string =>
  time
    .replace(/^(\d{4}.\d{2}.\d{2})T/, '$1 ')
    .replace(/(\/\d{4}):(?=\d{2}:)/, '$1 ')
    .replace(/^([A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2}) ([\d:.]{8,20}) (\d{4})$/, '$1 $3 $2')
    .replace(/(:\d{2}:\d{2})(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/, '$1');

/** `+03:00`; `''`: the time names none. */
export const offsetOf = (time: string): string => /(?:Z|[+-]\d{2}:?\d{2})$/.exec(time)?.[0] ?? '';

/** The time span of a log; a shared day is written once: `2026-11-21 23:41:41 to 23:41:43`. */
export function timeSpan(first: string, last: string): string {
  if (offsetOf(first) !== offsetOf(last)) return `${first} to ${last}`;
  const [from, to] = [shortTime(first), shortTime(last)];
  if (from === to) return from;
  const day = from.slice(0, from.lastIndexOf(' ') + 1);
  return `${from} to ${day.length > 5 && to.startsWith(day) ? to.slice(day.length) : to}`;
}
