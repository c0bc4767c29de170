import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState } from '../conversation-state.ts';
import { findPermission } from '../permissions.ts';
import { withToolCall } from './tool-calls.ts';

/** A model may give two calls of a step the same ID: approving one does not approve the other. */
export function askPermission(
  state: ConversationState,
  { requestId, toolCallId, toolName, arguments: asked, answeredBy }: EventData<'permission.requested'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  if (call?.status !== 'requested' || call.toolName !== toolName || call.permission) return state;
  return withToolCall(state, {
    ...call,
    permission: { requestId, arguments: asked, answeredBy, timestamp, answer: null },
  });
}

/** The first answer counts, but a policy that has become stricter overrides an approval. */
export function recordPermissionAnswer(
  state: ConversationState,
  { requestId, result, by, reason, always }: EventData<'permission.completed'>,
  timestamp: string,
): ConversationState {
  const found = findPermission(state, requestId);
  if (found?.call.status !== 'requested' || (found.permission.answer && result !== 'denied')) return state;
  const answer = { result, by, reason: reason ?? null, always: always ?? null, timestamp };
  const next = withToolCall(state, { ...found.call, permission: { ...found.permission, answer } });
  if (always !== 'conversation' || result !== 'approved' || by === null) return next;
  const { answeredBy, arguments: input } = found.permission;
  const allowed = { id: requestId, toolName: found.call.toolName, arguments: input, by, answeredBy };
  return { ...next, allowedCalls: [...next.allowedCalls, { ...allowed, allowedAt: timestamp }] };
}

export function withdrawPermission(
  state: ConversationState,
  { requestId }: EventData<'permission.withdrawn'>,
): ConversationState {
  const found = findPermission(state, requestId);
  if (!found?.permission.answer) return state;
  const answer = { ...found.permission.answer, always: null };
  return {
    ...withToolCall(state, { ...found.call, permission: { ...found.permission, answer } }),
    allowedCalls: state.allowedCalls.filter(({ id }) => id !== requestId),
  };
}
