import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, NoticeItem } from '../conversation-state.ts';
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
    ...(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf)),
    ...takeFromQueue(state, data.runId),
    activeRunId: data.runId,
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
  const { items, queued } = takeFromQueue(state, data.runId);
  const notice: NoticeItem[] =
    data.outcome === 'completed'
      ? []
      : [
          {
            kind: 'notice',
            runId: data.runId,
            outcome: data.outcome,
            error: data.error ?? null,
            stoppedBy: run.stoppedBy,
            timestamp,
          },
        ];
  const isActive = state.activeRunId === data.runId;
  return {
    ...(run.rerunOf === null ? state : withoutGrowth(state, run.rerunOf)),
    items: [...items, ...notice],
    queued,
    runs: { ...state.runs, [data.runId]: { ...run, status: data.outcome, finishedAt: timestamp } },
    activeRunId: isActive ? null : state.activeRunId,
    live: isActive ? null : state.live,
  };
}
