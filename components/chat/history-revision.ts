import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';

/** A key that changes whenever the model's history grows, by a message or a result. */
export function historyRevision({ items, toolCalls }: ConversationState): string {
  const results = Object.values(toolCalls).filter(({ result }) => result !== null).length;
  return `${items.length}.${results}`;
}
