import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';

/** A key that changes whenever the model's history changes: by a message, a result, a compaction or another version. */
export function historyRevision({ items, toolCalls, compactions }: ConversationState): string {
  const results = Object.values(toolCalls).filter(({ result }) => result !== null).length;
  const last = items.findLast((item) => item.kind !== 'notice')?.messageId;
  return `${items.length}.${results}.${compactions.length}.${last}`;
}
