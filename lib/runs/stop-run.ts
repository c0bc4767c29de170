import { setTimeout as pause } from 'node:timers/promises';
import { wasDelegating } from '../core/conversation/next-run.ts';
import { blockedReasonOf } from '../core/conversation/permissions.ts';
import { limits } from '../core/limits.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import { reportEnd } from './answer-rounds.ts';
import { openLog, stateFromLog } from './conversation-log.ts';
import { endRun } from './end-run.ts';
import type { MessageAuthor } from './queue-decisions.ts';
import type { WorkerOptions } from './run-worker.ts';

/** What this process works on, as far as a stop needs to know. */
export interface StopHost {
  /** The run that this process works on; `undefined`: it does not work on the conversation. */
  workingOn(conversationId: string): { runId: string | null } | undefined;
  /** Looks for further work. */
  wake(conversationId: string): void;
}

export interface StopRequest {
  /** `undefined`: the conversation is being deleted. */
  by?: MessageAuthor | undefined;
  /** The run that the stop makes room for, which is not stopped. */
  sparedRunId?: string;
}

/** Between two looks at a run that is about to hand over to people, and may not have seen the stop. */
const pausesMs = [50, 250, 0];

/** Stops the active run of a conversation, in whichever process it is; does nothing if there is none. */
export async function stopRun(
  options: WorkerOptions,
  host: StopHost,
  conversationId: string,
  { by, sparedRunId }: StopRequest,
): Promise<void> {
  const { leases, events } = options.stores;
  const runId =
    host.workingOn(conversationId)?.runId ?? (await stateFromLog(events, conversationId)).activeRunId;
  if (!runId || runId === sparedRunId) return;
  if (by) await recordStop(options, conversationId, runId, by);
  for (const pauseMs of pausesMs) {
    if (await endWaiting(options, host, conversationId, runId)) return;
    await leases.ask(conversationId, { kind: 'abort', runId });
    const state = await stateFromLog(events, conversationId);
    if (state.activeRunId !== runId || blockedReasonOf(state) === null) return;
    await pause(pauseMs);
  }
}

/** Logged before the stop itself, so that the resulting end has its reason. */
async function recordStop(
  { stores, nowMs }: WorkerOptions,
  conversationId: string,
  runId: string,
  { id, name }: MessageAuthor,
): Promise<void> {
  const timestamp = new Date(nowMs()).toISOString();
  const stop = durableEvent('run.stop_requested', { runId, by: { id, name } }, timestamp);
  await stores.events.append(conversationId, [stop], { onceKey: `stop:${runId}` });
}

/**
 * A run that waits for people has no worker, and one whose process has ended has none either: the person who stops it also
 * ends it. `false`: it has a worker.
 */
async function endWaiting(
  options: WorkerOptions,
  host: StopHost,
  conversationId: string,
  runId: string,
): Promise<boolean> {
  const { leases, events, conversations } = options.stores;
  if (host.workingOn(conversationId) !== undefined) return false;
  const token = options.newId('run');
  if (!(await leases.acquire(conversationId, token, limits.leaseMs))) return false;
  try {
    const [log, conversation] = await Promise.all([
      openLog(events, conversationId, token),
      conversations.get(conversationId),
    ]);
    const hasNoWorker = blockedReasonOf(log.state) !== null || !wasDelegating(log.state);
    if (conversation && log.state.activeRunId === runId && hasNoWorker) {
      // The work queued behind it must be found even if this process ends first.
      await leases.setPending(conversationId, true);
      await endRun(options, { log, conversation }, runId, 'aborted', null);
      reportEnd(options, log, conversationId, runId, 'aborted');
    }
  } finally {
    await leases.release(conversationId, token);
  }
  host.wake(conversationId);
  return true;
}
