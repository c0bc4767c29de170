import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from '../core/conversation.ts';
import { titleFromMessage, untitled } from '../core/conversation.ts';
import { VitrineError } from '../core/errors.ts';
import { durableEvent, type RunOutcome } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { blockedReasonOf, nextRun } from '../core/permissions.ts';
import { type StoreFault, storeFaultOf } from '../core/store-fault.ts';
import { type Answer, answerPermission } from './answer-permission.ts';
import { type ConversationLog, LeaseLostError, openLog, stateFromLog } from './conversation-log.ts';
import { endRun } from './end-run.ts';
import { type Interruption, interruption, interruptionBy } from './interruption.ts';
import {
  createMessageQueue,
  type MessageAuthor,
  type MessageQueue,
  type NewMessage,
} from './message-queue.ts';
import { createPatientStores } from './patient-stores.ts';
import { createRunWorker, type StopReason, type WorkerOptions } from './run-worker.ts';

/** Answers messages, one run at a time per conversation, in whichever process holds its lease. */
export interface Runner {
  /**
   * Queues a message and returns. Calling again with the same clientMessageId returns the same IDs and queues
   * nothing.
   */
  submit(conversation: Conversation, message: NewMessage): Promise<{ runId: string; messageId: string }>;
  /**
   * Queues a re-run of a call; one that is already queued or running is not queued twice.
   * @throws VitrineError `not_repeatable`
   */
  rerun(conversation: Conversation, artifactId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Changes the text of a queued message (`null`: withdraws it), for its author.
   * @throws VitrineError `not_found`, `forbidden`, `not_possible` if it has been taken
   */
  changeMessage: MessageQueue['changeMessage'];
  /**
   * Answers a call that waits for approval; its run resumes once everything its step asks is answered. If the
   * same member gives the same answer again, nothing changes and it does not count as new.
   * @throws VitrineError `not_found`, `not_possible` if somebody else answered first or the run has ended
   */
  answer(conversationId: string, requestId: string, answer: Answer): Promise<{ isNew: boolean }>;
  /**
   * Stops the active run, in whichever process it is, in the name of `by`. Does nothing if no run is active.
   */
  abort(conversationId: string, by?: MessageAuthor): Promise<void>;
  /**
   * Stops the work on a conversation, waits for it, and deletes the conversation; no work on it starts
   * meanwhile.
   */
  remove(conversationId: string): Promise<void>;
  /** Checks for work in a conversation whose lease was held for something else. */
  wake(conversationId: string): void;
  /** Resumes work that an ended process left behind; then checks again every 10 s. */
  start(): void;
  /** Starts no new runs; active ones get a grace period and are then marked interrupted. */
  drain(): Promise<void>;
}

export interface RunnerOptions extends WorkerOptions {
  /** How long a run waits for a store that accepts nothing; defaults to the duration of its lease. */
  storePatienceMs?: number;
  /** The store accepts nothing, and a run waits for it. */
  onStoreFault?(fault: StoreFault): void;
  onError(error: unknown): void;
}

interface Work {
  /** `null`: between two runs. */
  runId: string | null;
  stop: AbortController;
  /** More work was requested since it last checked. */
  isAskedAgain: boolean;
  done: Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const { stores, nowMs, newId } = options;
  const { leases, events } = stores;
  const queue = createMessageQueue(options);
  /** Tells people who wait for an answer that a run is waiting for its store. */
  const patient: RunnerOptions = {
    ...options,
    stores: createPatientStores(stores, {
      patienceMs: () => (isDraining ? 0 : (options.storePatienceMs ?? limits.leaseMs)),
      onFault: (fault) => options.onStoreFault?.(fault),
    }),
  };
  const workOnRun = createRunWorker(patient);
  const working = new Map<string, Work>();
  /** Runs that this process gave up because of the store, by ID: their end still has to be logged. */
  const givenUp = new Map<string, StoreFault>();
  const startedAt = new Date(nowMs()).toISOString();
  const leaving = new Set<string>();
  const now = () => new Date(nowMs()).toISOString();
  let isDraining = false;
  let timer: NodeJS.Timeout | undefined;

  leases.onAsked((conversationId, request) => {
    if (request.kind === 'terminal') {
      const { toolCallId, member, action } = request;
      options.terminals.act({ conversationId, toolCallId }, member, action);
      return;
    }
    const work = working.get(conversationId);
    if (work?.runId === request.runId) work.stop.abort('aborted' satisfies StopReason);
  });

  /** Starts working on a conversation, unless this or another process already does. */
  const ensureWorker = (conversationId: string): void => {
    if (isDraining || leaving.has(conversationId)) return;
    const going = working.get(conversationId);
    if (going) {
      going.isAskedAgain = true;
      return;
    }
    const stop = new AbortController();
    const work: Work = { runId: null, stop, isAskedAgain: true, done: Promise.resolve() };
    working.set(conversationId, work);
    work.done = workOn(conversationId, work).catch(options.onError);
  };

  async function workOn(conversationId: string, work: Work): Promise<void> {
    try {
      while (work.isAskedAgain && !isDraining && !leaving.has(conversationId)) {
        work.isAskedAgain = false;
        const token = newId('run');
        if (!(await leases.acquire(conversationId, token, limits.leaseMs))) continue;
        const renewal = setInterval(() => void renew(conversationId, token, work), limits.leaseRenewMs);
        try {
          await answerAll(conversationId, token, work);
        } finally {
          clearInterval(renewal);
          await leases.release(conversationId, token);
        }
        // Another process may have received a message or an answer before the lease was free.
        if (nextRun(await stateFromLog(events, conversationId))) work.isAskedAgain = true;
      }
    } finally {
      working.delete(conversationId);
    }
  }

  async function renew(conversationId: string, token: string, work: Work): Promise<void> {
    const isMine = await leases.renew(conversationId, token, limits.leaseMs).catch(() => true);
    if (!isMine) work.stop.abort(new LeaseLostError('The run was taken over by another process'));
  }

  async function answerAll(conversationId: string, token: string, work: Work): Promise<void> {
    const [conversation, log] = await Promise.all([
      patient.stores.conversations.get(conversationId),
      openLog(patient.stores.events, conversationId, token),
    ]);
    if (!conversation) return await leases.setPending(conversationId, false);
    // An active run whose lease was free has no process any more, unless it waits for people.
    if (log.state.activeRunId && blockedReasonOf(log.state) === null) {
      const { activeRunId: runId } = log.state;
      const reason = interruption(reasonOf(runId, log.state.runs[runId]?.startedAt ?? null));
      await endRun(patient, { log, conversation }, runId, 'interrupted', reason);
      givenUp.delete(runId);
      reportEnd(conversationId, runId, 'interrupted');
      await recordUnread(log, conversationId);
    }
    for (;;) {
      const next = nextRun(log.state);
      if (!next) return await leases.setPending(conversationId, false);
      if (isDraining || leaving.has(conversationId)) return;
      work.runId = next.item.runId;
      work.stop = new AbortController();
      // Set again: a message may have come just as the queue was found empty, and a crash must not hide its
      // run.
      await leases.setPending(conversationId, true);
      await workOnRun({ log, conversation }, next, work.stop.signal).catch((error: unknown) => {
        const fault = storeFaultOf(error);
        if (fault !== null) givenUp.set(next.item.runId, fault);
        throw error;
      });
      if (next.item.kind === 'user') await recordUnread(log, conversationId);
      work.runId = null;
      // Messages queued during the run are in the log, not in this state.
      await log.catchUp();
    }
  }

  /**
   * Why no process works on a run any more. If it started before this process did, its own process has ended.
   */
  const reasonOf = (runId: string, runStartedAt: string | null): Interruption => {
    const fault = givenUp.get(runId);
    if (fault !== undefined) return interruptionBy(fault);
    return runStartedAt === null || runStartedAt < startedAt ? 'server_ended' : 'lease_lost';
  };

  /** Reports the end of a run that had no worker any more. */
  const reportEnd = (conversationId: string, runId: string, outcome: RunOutcome): void =>
    options.observer.begin('run', { runId, conversationId, model: options.model.id }).end({ outcome });

  /** Notifies people that there is an answer, or that approval is needed. */
  const recordUnread = async ({ state }: ConversationLog, conversationId: string): Promise<void> => {
    if (state.cursor === null) return;
    await stores.unread.note(conversationId, { eventId: state.cursor, timestamp: now() }, []);
  };

  /** Logged before the stop itself, so that the resulting end has its reason. */
  const recordStop = async (
    conversationId: string,
    runId: string,
    { id, name }: MessageAuthor,
  ): Promise<void> => {
    const stop = durableEvent('run.stop_requested', { runId, by: { id, name } }, now());
    await events.append(conversationId, [stop], { onceKey: `stop:${runId}` });
  };

  /** The first message gives the conversation its title, even if several come at once. */
  const giveTitle = async (conversationId: string, title: string): Promise<void> => {
    const renamed = durableEvent('conversation.renamed', { title }, now());
    const { status } = await events.append(conversationId, [renamed], { onceKey: 'first-title' });
    if (status === 'appended') await stores.conversations.update(conversationId, { title });
  };

  /**
   * @param by `undefined`: the conversation is being deleted
   * @param sparedRunId the run that the stop makes room for, which is not stopped
   */
  const abort = async (conversationId: string, by?: MessageAuthor, sparedRunId?: string): Promise<void> => {
    const runId =
      working.get(conversationId)?.runId ?? (await stateFromLog(events, conversationId)).activeRunId;
    if (!runId || runId === sparedRunId) return;
    if (by) await recordStop(conversationId, runId, by);
    for (const pauseMs of [50, 250, 0]) {
      if (await endWaiting(conversationId, runId)) return;
      await leases.ask(conversationId, { kind: 'abort', runId });
      const state = await stateFromLog(events, conversationId);
      if (state.activeRunId !== runId || blockedReasonOf(state) === null) return;
      // The worker is about to hand over to people, and may not have seen the stop.
      await pause(pauseMs);
    }
  };

  /**
   * A run that waits for people has no worker, so the person who stops it also ends it. `false`: it has a
   * worker.
   */
  async function endWaiting(conversationId: string, runId: string): Promise<boolean> {
    if (working.has(conversationId)) return false;
    const token = newId('run');
    if (!(await leases.acquire(conversationId, token, limits.leaseMs))) return false;
    try {
      const [log, conversation] = await Promise.all([
        openLog(events, conversationId, token),
        stores.conversations.get(conversationId),
      ]);
      if (conversation && log.state.activeRunId === runId && blockedReasonOf(log.state) !== null) {
        // The work queued behind it must be found even if this process ends first.
        await leases.setPending(conversationId, true);
        await endRun(options, { log, conversation }, runId, 'aborted', null);
        reportEnd(conversationId, runId, 'aborted');
      }
    } finally {
      await leases.release(conversationId, token);
    }
    ensureWorker(conversationId);
    return true;
  }

  const reap = async (): Promise<void> => {
    for (const conversationId of await leases.listPending()) ensureWorker(conversationId);
  };

  const refuseWhileDraining = () => {
    if (isDraining) throw new VitrineError('draining', 'The server is restarting. Try again in a moment.');
  };

  return {
    async submit(conversation, message) {
      refuseWhileDraining();
      const { id } = conversation;
      const { runId, messageId, isNew } = await queue.addMessage(conversation, message);
      if (!isNew) return { runId, messageId };
      if (message.interrupt) await abort(id, message.author, runId);
      ensureWorker(id);
      await stores.conversations.update(id, { updatedAt: now(), archivedAt: null });
      if (conversation.title === untitled) await giveTitle(id, titleFromMessage(message.text));
      return { runId, messageId };
    },

    async rerun(conversation, artifactId, by) {
      refuseWhileDraining();
      const { runId } = await queue.addRerun(conversation, artifactId, by);
      ensureWorker(conversation.id);
      await stores.conversations.update(conversation.id, { updatedAt: now() });
      return { runId };
    },

    changeMessage: queue.changeMessage,

    async answer(conversationId, requestId, answer) {
      refuseWhileDraining();
      const result = await answerPermission(stores, conversationId, requestId, answer, now());
      ensureWorker(conversationId);
      return result;
    },

    abort: (conversationId, by) => abort(conversationId, by),

    wake: ensureWorker,

    async remove(conversationId) {
      leaving.add(conversationId);
      try {
        await abort(conversationId);
        await working.get(conversationId)?.done;
        await stores.conversations.delete(conversationId);
      } finally {
        leaving.delete(conversationId);
      }
    },

    start() {
      const look = () => void reap().catch(options.onError);
      look();
      timer = setInterval(look, limits.reapIntervalMs);
    },

    async drain() {
      isDraining = true;
      clearInterval(timer);
      const all = Promise.all([...working.values()].map((work) => work.done));
      const hurry = setTimeout(() => {
        for (const work of working.values()) work.stop.abort('interrupted' satisfies StopReason);
      }, limits.drainMs);
      await all;
      clearTimeout(hurry);
    },
  };
}
