import type { ConversationState, ToolCallState } from './conversation-state.ts';
import type { ThreadItem } from './thread-items.ts';

/** The calls that steps requested, in their order. */
export const callsOf = (
  items: readonly ThreadItem[],
  toolCalls: ConversationState['toolCalls'],
): ToolCallState[] =>
  items.flatMap((item) =>
    item.kind === 'assistant'
      ? item.toolRequests.flatMap(({ toolCallId }) => toolCalls[toolCallId] ?? [])
      : [],
  );
