import { Bookmark, BookmarkX } from 'lucide-react';
import type { MenuAction } from '../ui/row-menu.tsx';
import type { Keeping } from './use-keeping.ts';

const choices = [
  { ttlSeconds: 3_600, label: 'Keep for 1 hour' },
  { ttlSeconds: 86_400, label: 'Keep for 1 day' },
  { ttlSeconds: 604_800, label: 'Keep for 7 days' },
  { ttlSeconds: null, label: 'Keep until removed' },
] as const;

/** What can be chosen now: keeping never shortens, so only what is longer than what is left, and letting go. */
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
