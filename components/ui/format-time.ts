import { standardDateLocale } from '#lib/core/vocabulary/profile/standard-date-locale.ts';

export type TimeFormat = 'clock' | 'second' | 'near' | 'day' | 'long-day' | 'day-clock' | 'full';

type TimeFormats = Record<TimeFormat, (date: Date) => string>;

function createTimeFormats(locale: string): TimeFormats {
  const formatted = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => format.format(date);
  };
  const minutes = { hour: '2-digit', minute: '2-digit' } as const;
  const clock = formatted(minutes);
  const day = formatted({ day: 'numeric', month: 'short' });
  const fullDay = formatted({ day: 'numeric', month: 'long', year: 'numeric' });
  return {
    clock,
    second: formatted({ ...minutes, second: '2-digit' }),
    near: (date) => (date.toDateString() === new Date().toDateString() ? clock : day)(date),
    day,
    'long-day': formatted({ day: 'numeric', month: 'long' }),
    'day-clock': (date) => `${day(date)}, ${clock(date)}`,
    full: (date) => `${fullDay(date)}, ${clock(date)}`,
  };
}

const created = new Map<string, TimeFormats>();

/** In the reader's time zone, as `locale` writes it. */
export function timeFormatsIn(locale: string): TimeFormats {
  const formats = created.get(locale) ?? createTimeFormats(locale);
  created.set(locale, formats);
  return formats;
}

/** As this page's reader prefers it, in their time zone: call it only after hydration (see TimeText). */
export const timeFormats = (): TimeFormats =>
  timeFormatsIn(
    (typeof document === 'undefined' ? undefined : document.documentElement.dataset.dates) ??
      standardDateLocale,
  );

/** `0:18`, `12:04`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `0.3 s`, `42 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 9.95) return `${(Math.round(seconds * 10) / 10).toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `24 min`, `3 days`; `null` when no time is left. */
export function formatTimeLeft(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const minutes = Math.ceil(leftMs / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
