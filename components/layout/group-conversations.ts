import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';

export interface ConversationGroup {
  title: string;
  conversations: ListedConversation[];
}

/** When and where the list is read. */
export interface ReadingTime {
  nowMs: number;
  /** Minutes that the reader's time is behind UTC, as `Date` says it. */
  offsetMinutes: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** Pinned ones first, then by the day of their latest change, then by month; empty groups are left out. */
export function groupConversations(
  conversations: readonly ListedConversation[],
  { nowMs, offsetMinutes }: ReadingTime,
): ConversationGroup[] {
  const localMs = (ms: number) => ms - offsetMinutes * minuteMs;
  const today = Math.floor(localMs(nowMs) / dayMs);
  const thisYear = new Date(localMs(nowMs)).getUTCFullYear();
  const titleOf = ({ isPinned, updatedAt }: ListedConversation): string => {
    if (isPinned) return 'Pinned';
    const changedMs = localMs(Date.parse(updatedAt));
    const daysAgo = today - Math.floor(changedMs / dayMs);
    // A clock that is behind the server's must not make a day of its own.
    if (daysAgo <= 0) return 'Today';
    if (daysAgo === 1) return 'Yesterday';
    if (daysAgo < 8) return 'Last 7 days';
    const year = new Date(changedMs).getUTCFullYear();
    return `${monthName.format(changedMs)}${year === thisYear ? '' : ` ${year}`}`;
  };
  const groups = new Map<string, ListedConversation[]>();
  for (const conversation of conversations) {
    const title = titleOf(conversation);
    const group = groups.get(title) ?? [];
    if (group.length === 0) groups.set(title, group);
    group.push(conversation);
  }
  return Array.from(groups, ([title, group]) => ({ title, conversations: group }));
}
