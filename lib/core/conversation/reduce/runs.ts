import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, RunState } from '../conversation-state.ts';
import type { NoticeItem } from '../thread-items.ts';
import { addItem } from './branches.ts';
import { presentInstructions } from './instructions.ts';
import { takeFromQueue } from './queued.ts';
import { withoutGrowth } from './tool-calls.ts';

export function startRun(
  state: ConversationState,
  data: EventData<'run.started'>,
  timestamp: string,
): ConversationState {
  const run = state.runs[data.runId];
  if (run?.status !== 'queued') return state;
  return {
    ...takeFromQueue(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf), data.runId),
    activeRunId: data.runId,
    instructions: { ...state.instructions, ofRun: presentInstructions(state) },
    runs: {
      ...state.runs,
      [data.runId]: { ...run, status: 'running', model: data.model, startedAt: timestamp },
    },
  };
}

/** Keeps the first person who stopped it. */
export function recordStop(
  state: ConversationState,
  { runId, by }: EventData<'run.stop_requested'>,
): ConversationState {
  const run = state.runs[runId];
  if (run?.status !== 'queued' && run?.status !== 'running') return state;
  return { ...state, runs: { ...state.runs, [runId]: { ...run, stoppedBy: run.stoppedBy ?? by } } };
}

export function finishRun(
  state: ConversationState,
  data: EventData<'run.finished'>,
  timestamp: string,
): ConversationState {
  const run = state.runs[data.runId];
  if (run?.status !== 'queued' && run?.status !== 'running') return state;
  const taken = takeFromQueue(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf), data.runId);
  const ended =
    data.outcome === 'completed' ? taken : addItem(taken, data.runId, noticeOf(run, data, timestamp));
  const isActive = state.activeRunId === data.runId;
  return {
    ...ended,
    runs: { ...state.runs, [data.runId]: { ...run, status: data.outcome, finishedAt: timestamp } },
    activeRunId: isActive ? null : state.activeRunId,
    live: isActive ? null : state.live,
  };
}

const noticeOf = (
  { stoppedBy }: RunState,
  { runId, outcome, error }: EventData<'run.finished'>,
  timestamp: string,
): NoticeItem => ({
  kind: 'notice',
  runId,
  outcome: outcome as NoticeItem['outcome'],
  error: error ?? null,
  stoppedBy,
  timestamp,
});
