import { nextRun, wasDelegating } from '../core/conversation/next-run.ts';
import { blockedReasonOf, openClientCalls } from '../core/conversation/permissions.ts';
import { continuationOf } from '../core/conversation/reduce/queued.ts';
import { limits } from '../core/limits.ts';
import type { RunOutcome } from '../core/vocabulary/events.ts';
import { type StoreFault, storeFaultOf } from '../core/vocabulary/store-fault.ts';
import { automaticContinuation } from './continuation.ts';
import { type ConversationLog, openLog, stateFromLog } from './conversation-log.ts';
import { endRun } from './end-run.ts';
import { endLostCalls } from './gateway/end-lost-calls.ts';
import { type Interruption, interruption, interruptionBy } from './interruption.ts';
import { createRunWorker, type WorkerOptions } from './run-worker.ts';
import type { RunnerOptions } from './runner-options.ts';
import type { TitleMaker } from './titles/title-maker.ts';

/** What the rounds of a process tell it, and ask. */
export interface RoundsHost {
  /** Whether another run may be started in the conversation. */
  mayStart(conversationId: string): boolean;
  /** @returns the signal that stops the run */
  runStarted(conversationId: string, runId: string): AbortSignal;
  runEnded(conversationId: string): void;
  leaseLost(conversationId: string): void;
}

/**
 * One round of work on a conversation: takes its lease, answers every message in its log, and releases the
 * lease. Does nothing if another process has the lease, or its files.
 * @returns whether work came before the lease was free again
 */
export type AnswerRound = (conversationId: string) => Promise<boolean>;

/** @param patient options whose stores wait for a store that accepts nothing */
export function createAnswerRounds(
  options: RunnerOptions,
  patient: WorkerOptions,
  host: RoundsHost,
  titles: Pick<TitleMaker, 'afterRun'>,
): AnswerRound {
  const { leases, events } = options.stores;
  const rounds: Rounds = {
    options,
    patient,
    host,
    titles,
    workOnRun: createRunWorker(patient),
    abandoned: new Map(),
    startedAt: new Date(options.nowMs()).toISOString(),
  };
  return async (conversationId) => {
    if (!(await options.runners.worksOn(conversationId))) return false;
    const token = options.newId('run');
    if (!(await leases.acquire(conversationId, token, limits.leaseMs))) return false;
    let isOver = false;
    const renew = async () => {
      const isMine = await leases.renew(conversationId, token, limits.leaseMs).catch(() => true);
      // A renewal that is answered late says nothing about the next round.
      if (!isMine && !isOver) host.leaseLost(conversationId);
    };
    const renewal = setInterval(() => void renew(), limits.leaseRenewMs);
    try {
      await answerAll(rounds, conversationId, token);
    } finally {
      isOver = true;
      clearInterval(renewal);
      await leases.release(conversationId, token);
    }
    // Another process may have received a message or an answer before the lease was free.
    return nextRun(await stateFromLog(events, conversationId)) !== null;
  };
}

interface Rounds {
  options: WorkerOptions;
  patient: WorkerOptions;
  host: RoundsHost;
  titles: Pick<TitleMaker, 'afterRun'>;
  workOnRun: ReturnType<typeof createRunWorker>;
  /** Runs that this process gave up because of the store, by ID: their end still has to be logged. */
  abandoned: Map<string, StoreFault>;
  startedAt: string;
}

async function answerAll(rounds: Rounds, conversationId: string, token: string): Promise<void> {
  const { options, patient, host, titles, workOnRun, abandoned } = rounds;
  const { leases } = options.stores;
  const [conversation, log] = await Promise.all([
    patient.stores.conversations.get(conversationId),
    openLog(patient.stores.events, conversationId, token),
  ]);
  if (!conversation) return await leases.setPending(conversationId, false);
  await endAbandonedRun(rounds, { log, conversation });
  await endLostCalls(patient, { log, conversation });
  for (;;) {
    const next = nextRun(log.state);
    // Calls of clients that go on are looked at again: their process may end.
    if (!next) return await leases.setPending(conversationId, openClientCalls(log.state).length > 0);
    if (!host.mayStart(conversationId)) return;
    const signal = host.runStarted(conversationId, next.run.runId);
    // Set again: a message may have come just as the queue was found empty, and a crash must not hide its run.
    await leases.setPending(conversationId, true);
    await workOnRun({ log, conversation }, next, signal).catch((error: unknown) => {
      const fault = storeFaultOf(error);
      if (fault !== null) abandoned.set(next.run.runId, fault);
      throw error;
    });
    if (next.run.rerunOf === null) await recordUnread(options, log, conversationId, next.run.runId);
    host.runEnded(conversationId);
    titles.afterRun(conversation, log.state, next.run.runId);
    // Messages queued during the run are in the log, not in this state.
    await log.catchUp();
  }
}

/** An active run whose lease was free has no process any more, unless it waits for people; one that delegated goes on. */
async function endAbandonedRun(
  { options, patient, abandoned, startedAt }: Rounds,
  location: Parameters<typeof endRun>[1],
): Promise<void> {
  const { log, conversation } = location;
  const { activeRunId: runId, runs } = log.state;
  if (!runId || blockedReasonOf(log.state) !== null || wasDelegating(log.state)) return;
  const reason = reasonOf(abandoned.get(runId), runs[runId]?.startedAt ?? null, startedAt);
  const following = await automaticContinuation(patient, log, runId, 'interrupted');
  await endRun(patient, location, runId, 'interrupted', interruption(reason), following);
  abandoned.delete(runId);
  reportEnd(options, log, conversation.id, runId, 'interrupted');
  await recordUnread(options, log, conversation.id, runId);
}

/**
 * Why no process works on a run any more. If it started before this process did, its own process has ended.
 */
function reasonOf(
  fault: StoreFault | undefined,
  runStartedAt: string | null,
  startedAt: string,
): Interruption {
  if (fault !== undefined) return interruptionBy(fault);
  return runStartedAt === null || runStartedAt < startedAt ? 'server_ended' : 'lease_lost';
}

/** Reports the end of a run that had no worker any more. */
export const reportEnd = (
  { observer, models }: WorkerOptions,
  { state }: Pick<ConversationLog, 'state'>,
  conversationId: string,
  runId: string,
  outcome: RunOutcome,
): void => {
  const model = state.runs[runId]?.model ?? models.standard.id;
  observer.begin('run', { runId, conversationId, model }).end({ outcome });
};

/** Notifies people that there is an answer, or that approval is needed; not of an end that is none, since the run goes on. */
async function recordUnread(
  { stores, nowMs }: WorkerOptions,
  { state }: ConversationLog,
  conversationId: string,
  runId: string,
): Promise<void> {
  if (state.cursor === null || continuationOf(state.runs, runId)?.isAutomatic) return;
  const timestamp = new Date(nowMs()).toISOString();
  await stores.unread.note(conversationId, { eventId: state.cursor, timestamp }, []);
}
