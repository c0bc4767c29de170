import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState } from '../conversation-state.ts';

export function recordMerge(
  state: ConversationState,
  { by, fileCount }: EventData<'worktree.merged'>,
  timestamp: string,
): ConversationState {
  return note(state, { kind: 'merged', by, fileCount, timestamp });
}

export function recordDiscard(
  state: ConversationState,
  { by }: EventData<'worktree.discarded'>,
  timestamp: string,
): ConversationState {
  return note(state, { kind: 'discarded', by, fileCount: null, timestamp });
}

export function recordPush(
  state: ConversationState,
  { by, branch, host, url }: EventData<'worktree.pushed'>,
  timestamp: string,
): ConversationState {
  return note(state, { kind: 'pushed', by, fileCount: null, pushed: { branch, host, url }, timestamp });
}

export function recordUpdate(
  state: ConversationState,
  { by, branch, host, kept }: EventData<'worktree.updated'>,
  timestamp: string,
): ConversationState {
  return note(state, { kind: 'updated', by, fileCount: null, updated: { branch, host, kept }, timestamp });
}

function note(
  state: ConversationState,
  act: NonNullable<ConversationState['worktreeAct']>,
): ConversationState {
  return (state.worktreeAct?.timestamp ?? '') > act.timestamp ? state : { ...state, worktreeAct: act };
}
