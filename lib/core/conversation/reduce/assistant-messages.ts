import type { EventData } from '#lib/core/vocabulary/events.ts';
import { contextOf } from '../compaction.ts';
import type { ConversationState } from '../conversation-state.ts';
import type { AssistantItem } from '../thread-items.ts';
import { nodeOfMessage } from '../thread-tree.ts';
import { addItem } from './branches.ts';
import { requestedCall } from './tool-calls.ts';

export function addAssistantMessage(
  state: ConversationState,
  data: EventData<'assistant.message'>,
  timestamp: string,
): ConversationState {
  if (nodeOfMessage(state.tree, data.messageId) !== null) return state;
  const toolRequests = data.toolRequests ?? [];
  const item: AssistantItem = {
    kind: 'assistant',
    messageId: data.messageId,
    runId: state.activeRunId,
    content: data.content,
    toolRequests,
    readsFrom: state.compactions.length === 0 ? null : (contextOf(state).compaction?.messageId ?? null),
    reasoning: data.reasoning ?? [],
    timestamp,
  };
  const requested = toolRequests.map((request) => requestedCall(request, state.threadId));
  return {
    ...addItem(state, state.activeRunId, item),
    toolCalls: {
      ...state.toolCalls,
      ...Object.fromEntries(requested.map((call) => [call.toolCallId, call])),
    },
    live: state.live?.messageId === data.messageId ? null : state.live,
  };
}

export function applyDelta(
  state: ConversationState,
  field: 'text' | 'reasoning',
  delta: EventData<'assistant.message_delta'>,
): ConversationState {
  // Nothing streams between runs, so this event is late.
  if (state.activeRunId === null) return state;
  if (state.live?.messageId !== delta.messageId) {
    if (delta.offset !== 0 || nodeOfMessage(state.tree, delta.messageId) !== null) return state;
    const fresh = { messageId: delta.messageId, text: '', reasoning: '' };
    return { ...state, live: { ...fresh, [field]: delta.deltaContent } };
  }
  const buffered = state.live[field];
  const fits = delta.offset <= buffered.length && delta.offset + delta.deltaContent.length > buffered.length;
  if (!fits) return state;
  return { ...state, live: { ...state.live, [field]: buffered.slice(0, delta.offset) + delta.deltaContent } };
}
