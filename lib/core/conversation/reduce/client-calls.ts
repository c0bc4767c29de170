import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState } from '../conversation-state.ts';
import { addItem } from './branches.ts';
import { requestedCall, withToolCall } from './tool-calls.ts';

/** It comes where the thread is just now, whatever the agent does meanwhile. */
export function addClientCall(
  state: ConversationState,
  { toolCallId, toolName, arguments: input, by, client }: EventData<'tool.user_requested'>,
  timestamp: string,
): ConversationState {
  if (state.toolCalls[toolCallId]) return state;
  const request = { toolCallId, name: toolName, arguments: input };
  const added = addItem(state, null, { kind: 'client_call', toolCallId, by, client, timestamp });
  return withToolCall(added, requestedCall(request, null, { name: client, by }));
}
