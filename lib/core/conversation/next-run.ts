import { delegateProfile } from '../vocabulary/tools/delegate.ts';
import type { ConversationState, RunState } from './conversation-state.ts';
import { blockedReasonOf, openCalls } from './permissions.ts';

/**
 * Whether the active run was delegating when its process ended: what its sub-agents had not done is lost, and the run
 * goes on with what they had.
 */
export const wasDelegating = (state: ConversationState): boolean =>
  openCalls(state).some(
    ({ toolName, status }) => toolName === delegateProfile.name && status === 'running',
  ) && state.runs[state.activeRunId ?? '']?.stoppedBy === null;

/** The next work in a conversation that has no worker: a run to resume, or one to start. */
export interface NextWork {
  kind: 'resume' | 'begin';
  run: RunState;
}

export function nextRun(state: ConversationState): NextWork | null {
  const { activeRunId, queued, runs } = state;
  const blockedReason = blockedReasonOf(state);
  if (blockedReason === 'people') return null;
  const active = activeRunId === null ? undefined : runs[activeRunId];
  if (active && (blockedReason === 'answered' || wasDelegating(state)))
    return { kind: 'resume', run: active };
  const next = queued[0] && runs[queued[0].runId];
  return next ? { kind: 'begin', run: next } : null;
}
