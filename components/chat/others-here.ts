import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { pageLimits } from '#lib/core/page-limits.ts';

export interface Other {
  id: string;
  name: string;
  isTyping: boolean;
}

/** Other members viewing the conversation, by name: those who reported presence recently. */
export const othersHere = (
  { presences }: Pick<ConversationState, 'presences'>,
  memberId: string,
  nowMs: number | null,
): Other[] =>
  Object.entries(presences)
    .filter(([id]) => id !== memberId)
    .filter(([, { timestamp }]) => nowMs !== null && nowMs - Date.parse(timestamp) < pageLimits.presenceMs)
    .map(([id, { name, isTyping }]) => ({ id, name, isTyping }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** `Tomás is typing`, `Ada and Tomás are typing`, `3 people are typing`; `null`: nobody is. */
export function formatTyping(others: readonly Other[]): string | null {
  const names = others.filter(({ isTyping }) => isTyping).map(({ name }) => name.split(' ')[0] ?? name);
  if (names.length === 0) return null;
  if (names.length > 2) return `${names.length} people are typing`;
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing`;
}
