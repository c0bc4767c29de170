import type { ConversationState, Permission, ToolCallState } from './conversation-state.ts';

/** The call that an approval request belongs to. */
export function findPermission(
  { toolCalls }: ConversationState,
  requestId: string,
): { call: ToolCallState; permission: Permission } | null {
  const call = Object.values(toolCalls).find(({ permission }) => permission?.requestId === requestId);
  return call?.permission ? { call, permission: call.permission } : null;
}

/**
 * Why a run is blocked with no worker on it: `people` have not answered everything its step asks, or they
 * have and it can resume (`answered`). `null`: it is not blocked.
 */
export function blockedReasonOf(state: ConversationState): 'people' | 'answered' | null {
  const open = openCalls(state);
  if (open.length === 0 || !open.every(({ permission, status }) => permission && status === 'requested')) {
    return null;
  }
  return open.every(({ permission }) => permission?.answer) ? 'answered' : 'people';
}

/** Calls of the active run that have no result. */
export function openCalls({ activeRunId, items, toolCalls }: ConversationState): ToolCallState[] {
  const step = items.findLast((item) => item.kind === 'assistant');
  if (activeRunId === null || step?.runId !== activeRunId) return [];
  return step.toolRequests.flatMap(({ toolCallId }) => {
    const call = toolCalls[toolCallId];
    return call && call.status !== 'complete' ? [call] : [];
  });
}

/** Whether a call waits for people to allow it. */
export const isAsking = ({ permission, status }: Pick<ToolCallState, 'permission' | 'status'>): boolean =>
  status === 'requested' && permission?.answer === null;

/** What the active run asks people, sub-agents included, and what clients of the gateway do. */
export const askedCalls = ({ activeRunId, toolCalls }: ConversationState): ToolCallState[] =>
  Object.values(toolCalls).filter((call) => (activeRunId !== null || call.client !== null) && isAsking(call));

/** Calls of clients of the gateway that go on. */
export const openClientCalls = ({ toolCalls }: ConversationState): ToolCallState[] =>
  Object.values(toolCalls).filter(({ client, status }) => client !== null && status !== 'complete');
