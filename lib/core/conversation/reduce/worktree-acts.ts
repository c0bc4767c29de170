import type { ConversationState, WorktreeAct } from '../conversation-state.ts';

export const recordWorktreeAct = (state: ConversationState, act: WorktreeAct): ConversationState =>
  (state.worktreeAct?.timestamp ?? '') > act.timestamp ? state : { ...state, worktreeAct: act };
