import type { Day } from '#lib/core/algorithms/utc-days.ts';

const formats = {
  /** `21 Nov` */
  short: { day: 'numeric', month: 'short' },
  /** `21 Nov 2026` */
  full: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `Sat, 21 Nov` */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const created = Object.fromEntries(
  Object.entries(formats).map(([name, options]) => [
    name,
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }),
  ]),
);

/** Ledger days are UTC days, whatever the reader's time zone. */
export const formatDay = (day: Day, as: keyof typeof formats): string =>
  (created[as]?.format(new Date(`${day}T00:00:00Z`)) ?? day).replace(',', '');

/** `23 Oct – 21 Nov 2026`: no year is repeated. */
export function formatRange(from: Day, to: Day): string {
  if (from === to) return formatDay(to, 'full');
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${formatDay(from, isOneYear ? 'short' : 'full')} – ${formatDay(to, 'full')}`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** `21 Nov 10:04`, in UTC like the days. */
export const formatMoment = (timestamp: string): string =>
  `${formatDay(timestamp.slice(0, 10), 'short')} ${clock.format(new Date(timestamp))}`;
