import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { Work } from '../context/work-context.tsx';

/** A call that is running, for the first time or again. */
export interface CallWork {
  startedAt: string | null;
  isRerun: boolean;
}

/** `null`: the call has finished, or its run ended without it. */
export function workOfCall(call: ToolCallState, isRunActive: boolean, rerun: Work['rerun']): CallWork | null {
  if (rerun?.toolCallId === call.toolCallId) return { startedAt: rerun.startedAt, isRerun: true };
  return call.result === null && isRunActive ? { startedAt: call.startedAt, isRerun: false } : null;
}
