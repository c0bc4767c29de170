import type { ConversationEvent } from '../vocabulary/events.ts';

/**
 * Where the unread part of a thread begins for a member who has read up to an event: the ID of a message, or
 * of a run whose end is shown there. `null`: nothing new from others, or the member never read any of it. An
 * answer to the member's own message is not a start: they know where they asked.
 */
export function firstUnread(
  events: readonly ConversationEvent[],
  readTo: string | null,
  memberId: string,
): string | null {
  const index = readTo === null ? -1 : events.findIndex(({ id }) => id === readTo);
  if (index === -1) return null;
  const last = events[index];
  const isAnswered = last?.type === 'user.message' && last.data.author.id === memberId;
  for (const event of events.slice(index + 1)) {
    if (event.type === 'assistant.message' && !isAnswered) return event.data.messageId;
    if (event.type === 'user.message' && event.data.author.id !== memberId) return event.data.messageId;
    if (event.type === 'run.finished' && event.data.outcome !== 'completed') return event.data.runId;
  }
  return null;
}
