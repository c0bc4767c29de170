import type { ConversationState } from '../../lib/core/conversation-state.ts';

/** Changes whenever the model's history has grown: by a message, or by a result. */
export function historyRevision({ items, toolCalls }: ConversationState): string {
  const results = Object.values(toolCalls).filter(({ result }) => result !== null).length;
  return `${items.length}.${results}`;
}
