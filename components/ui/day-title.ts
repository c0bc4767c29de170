/** When and where something is read. */
export interface ReadingTime {
  nowMs: number;
  /** Minutes that the reader's time is behind UTC, as `Date` says it. */
  offsetMinutes: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** `Today`, `Yesterday`, `Last 7 days`, `October`, `December 2025`: the heading that a moment comes under. */
export function dayTitle(iso: string, { nowMs, offsetMinutes }: ReadingTime): string {
  const localMs = (ms: number) => ms - offsetMinutes * minuteMs;
  const changedMs = localMs(Date.parse(iso));
  const daysAgo = Math.floor(localMs(nowMs) / dayMs) - Math.floor(changedMs / dayMs);
  // A clock that is behind the server's must not make a day of its own.
  if (daysAgo <= 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo < 8) return 'Last 7 days';
  const year = new Date(changedMs).getUTCFullYear();
  return `${monthName.format(changedMs)}${year === new Date(localMs(nowMs)).getUTCFullYear() ? '' : ` ${year}`}`;
}

/** Consecutive or not, what has one title comes together, in the order of the first of each. */
export function groupByTitle<T>(
  all: readonly T[],
  titleOf: (one: T) => string,
): [title: string, group: T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const title = titleOf(one);
    const group = groups.get(title);
    if (group) group.push(one);
    else groups.set(title, [one]);
  }
  return [...groups];
}
