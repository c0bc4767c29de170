export const dayMs: number = 24 * 3_600_000;

/** `2026-11-21`; days are in UTC. */
export type Day = string;

export const dayOf = (timeMs: number): Day => new Date(timeMs).toISOString().slice(0, 10);

const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** A valid date in the years 1000 to 8999, so that a century before or after is also valid. */
export function isDay(text: string): boolean {
  if (!/^[1-8]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const startMs = startOf(text);
  return !Number.isNaN(startMs) && dayOf(startMs) === text;
}

export const addDays = (day: Day, count: number): Day => dayOf(startOf(day) + count * dayMs);

/** Both included. */
export const countDays = (from: Day, to: Day): number => (startOf(to) - startOf(from)) / dayMs + 1;

/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (new Date(startOf(day)).getUTCDay() + 6) % 7;
