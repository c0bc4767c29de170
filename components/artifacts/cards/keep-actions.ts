import { Bookmark, BookmarkX } from 'lucide-react';
import type { MenuAction } from '#components/ui/menu-action.ts';
import { useNow } from '#components/ui/use-now.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { Keeping } from './use-keeping.ts';

const [hour, day, week] = pageLimits.keepSeconds;
/** The action that is one click away when little time is left. */
export const keepForDay = { ttlSeconds: day, label: 'Keep for 1 day' } as const;
const choices = [
  { ttlSeconds: hour, label: 'Keep for 1 hour' },
  keepForDay,
  { ttlSeconds: week, label: 'Keep for 7 days' },
  { ttlSeconds: null, label: 'Keep until removed' },
] as const;

/** Menu actions, updated as time passes; empty where the artifact cannot be kept. */
export function useKeepActions(keeping: Keeping | null): MenuAction[] {
  const now = useNow('quarterMinute') ?? 0;
  return keeping ? keepActions(keeping, now) : [];
}

/** The current choices: keeping never shortens, so only longer periods than the time left, and releasing. */
export function keepActions(keeping: Keeping, nowMs: number): MenuAction[] {
  const { expiresAt } = keeping;
  const isLonger = (ttlSeconds: number | null): boolean =>
    expiresAt !== null && (ttlSeconds === null || nowMs + ttlSeconds * 1_000 > Date.parse(expiresAt));
  const longer = choices
    .filter(({ ttlSeconds }) => isLonger(ttlSeconds))
    .map(({ ttlSeconds, label }) => ({ label, icon: Bookmark, onSelect: () => keeping.keep(ttlSeconds) }));
  return keeping.isKept
    ? [...longer, { label: 'Stop keeping', icon: BookmarkX, onSelect: keeping.release }]
    : longer;
}
