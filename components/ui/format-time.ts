const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const second = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

export type TimeFormat = 'clock' | 'second' | 'near' | 'day' | 'long-day' | 'day-clock' | 'full';

/** In the reader's time zone: call it only after hydration (see TimeText). */
export const formatTime: Record<TimeFormat, (date: Date) => string> = {
  clock: (date) => clock.format(date),
  second: (date) => second.format(date),
  near: (date) => (date.toDateString() === new Date().toDateString() ? clock : day).format(date),
  day: (date) => day.format(date),
  'long-day': (date) => longDay.format(date),
  'day-clock': (date) => `${day.format(date)}, ${clock.format(date)}`,
  full: (date) => `${fullDay.format(date)}, ${clock.format(date)}`,
};

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
