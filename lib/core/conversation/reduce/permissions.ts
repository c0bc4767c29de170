import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState } from '../conversation-state.ts';
import { findPermission } from '../permissions.ts';
import { withToolCall } from './tool-calls.ts';

/** A model may give two calls of a step the same ID: approving one does not approve the other. */
export function askPermission(
  state: ConversationState,
  {
    requestId,
    toolCallId,
    toolName,
    arguments: asked,
    answeredBy,
    hosts,
    secrets,
  }: EventData<'permission.requested'>,
  timestamp: string,
): ConversationState {
  const call = state.toolCalls[toolCallId];
  if (call?.status !== 'requested' || call.toolName !== toolName || call.permission) return state;
  return withToolCall(state, {
    ...call,
    permission: {
      requestId,
      arguments: asked,
      answeredBy,
      hosts: hosts ?? null,
      secrets: secrets ?? [],
      timestamp,
      answer: null,
    },
  });
}

/** The first answer counts, but a policy that has become stricter overrides an approval. */
export function recordPermissionAnswer(
  state: ConversationState,
  { requestId, result, by, reason, always, hosts }: EventData<'permission.completed'>,
  timestamp: string,
): ConversationState {
  const found = findPermission(state, requestId);
  if (found?.call.status !== 'requested' || (found.permission.answer && result !== 'denied')) return state;
  const scopes = { always: always ?? null, hosts: hosts ?? null };
  const answer = { result, by, reason: reason ?? null, ...scopes, timestamp };
  const next = withToolCall(state, { ...found.call, permission: { ...found.permission, answer } });
  if (result !== 'approved' || by === null) return next;
  const { answeredBy, arguments: input, hosts: reached } = found.permission;
  const allowed = { by, answeredBy, allowedAt: timestamp };
  const asked = reached?.asked ?? [];
  const call = {
    ...{ ...allowed, id: requestId, toolName: found.call.toolName, arguments: input },
    ...(asked.length > 0 ? { hosts: asked } : {}),
  };
  const grants = asked.map((host) => ({ ...allowed, host, requestId }));
  return {
    ...next,
    allowedCalls: [...next.allowedCalls, ...(always === 'conversation' ? [call] : [])],
    allowedHosts: [...next.allowedHosts, ...(hosts === 'conversation' ? grants : [])],
  };
}

export function withdrawPermission(
  state: ConversationState,
  { requestId }: EventData<'permission.withdrawn'>,
): ConversationState {
  const found = findPermission(state, requestId);
  if (!found?.permission.answer) return state;
  const answer = { ...found.permission.answer, always: null, hosts: null };
  return {
    ...withToolCall(state, { ...found.call, permission: { ...found.permission, answer } }),
    allowedCalls: state.allowedCalls.filter(({ id }) => id !== requestId),
    allowedHosts: state.allowedHosts.filter((grant) => grant.requestId !== requestId),
  };
}
