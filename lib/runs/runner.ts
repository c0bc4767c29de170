import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from '../core/conversation.ts';
import { titleFromMessage, untitled } from '../core/conversation.ts';
import { VitrineError } from '../core/errors.ts';
import { durableEvent, type RunOutcome } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { blockedReasonOf, nextWork } from '../core/permissions.ts';
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

/** Answers messages, one run at a time in a conversation, on whichever process holds its lease. */
export interface Runner {
  /** Queues a message and returns; the same clientMessageId again gives the same IDs and queues nothing. */
  submit(conversation: Conversation, message: NewMessage): Promise<{ runId: string; messageId: string }>;
  /**
   * Queues a call to be run again; one that waits or works already is not queued twice.
   * @throws VitrineError `not_repeatable`
   */
  rerun(conversation: Conversation, artifactId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Changes what a message that waits says (`null`: takes it back), for who wrote it.
   * @throws VitrineError `not_found`, `forbidden`, `not_possible` where it has been taken
   */
  changeMessage: MessageQueue['changeMessage'];
  /**
   * Answers a call that waits for leave; its run goes on once all that its step asks is answered. The same answer of the same
   * member again changes nothing, and is not new.
   * @throws VitrineError `not_found`, `not_possible` where somebody was first or the run has ended
   */
  answer(conversationId: string, requestId: string, answer: Answer): Promise<{ isNew: boolean }>;
  /** Stops the run under way, on whatever process it is, in the name of `by`. Nothing running: nothing happens. */
  abort(conversationId: string, by?: MessageAuthor): Promise<void>;
  /** Stops the work on a conversation, waits for it, and deletes the conversation; no work on it starts meanwhile. */
  remove(conversationId: string): Promise<void>;
  /** Looks whether something is to be done in a conversation that was held for something else. */
  wake(conversationId: string): void;
  /** Takes up what a process that ended has left; then looks again every 10 s. */
  start(): void;
  /** No new runs; those under way get a while, then are marked interrupted. */
  drain(): Promise<void>;
}

export interface RunnerOptions extends WorkerOptions {
  /** How long a run waits for a store that takes nothing; the time of its lease. */
  storePatienceMs?: number;
  /** The store takes nothing, and a run waits for it. */
  onStoreFault?(fault: StoreFault): void;
  onError(error: unknown): void;
}

interface Work {
  /** `null`: between two runs. */
  runId: string | null;
  stop: AbortController;
  /** Somebody asked for more since it last looked. */
  isAskedAgain: boolean;
  done: Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const { stores, nowMs, newId } = options;
  const { leases, events } = stores;
  const queue = createMessageQueue(options);
  /** A run waits for its store; a person who waits for an answer is told. */
  const patient: RunnerOptions = {
    ...options,
    stores: createPatientStores(stores, {
      patienceMs: () => (isDraining ? 0 : (options.storePatienceMs ?? limits.leaseMs)),
      onFault: (fault) => options.onStoreFault?.(fault),
    }),
  };
  const workOnRun = createRunWorker(patient);
  const working = new Map<string, Work>();
  /** Runs that this process gave up because of the store, by ID: their end is still to be written. */
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

  /** Starts working on a conversation unless this or another process does already. */
  const kick = (conversationId: string): void => {
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
        // A message, or an answer, that another process was given before the lease was free.
        if (nextWork(await stateFromLog(events, conversationId))) work.isAskedAgain = true;
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
    // A run that is under way and whose lease was free has no process any more, unless it waits for people.
    if (log.state.activeRunId && blockedReasonOf(log.state) === null) {
      const { activeRunId: runId } = log.state;
      const reason = interruption(reasonOf(runId, log.state.runs[runId]?.startedAt ?? null));
      await endRun(patient, { log, conversation }, runId, 'interrupted', reason);
      givenUp.delete(runId);
      reportEnd(conversationId, runId, 'interrupted');
      await recordUnread(log, conversationId);
    }
    for (;;) {
      const next = nextWork(log.state);
      if (!next) return await leases.setPending(conversationId, false);
      if (isDraining || leaving.has(conversationId)) return;
      work.runId = next.item.runId;
      work.stop = new AbortController();
      // Again: a message may have come as the queue was found empty, and a crash must not leave its run unseen.
      await leases.setPending(conversationId, true);
      await workOnRun({ log, conversation }, next, work.stop.signal).catch((error: unknown) => {
        const fault = storeFaultOf(error);
        if (fault !== null) givenUp.set(next.item.runId, fault);
        throw error;
      });
      if (next.item.kind === 'user') await recordUnread(log, conversationId);
      work.runId = null;
      // Messages that were queued while it ran are in the log, not in this state.
      await log.catchUp();
    }
  }

  /** Why nobody works on it any more. One that began before this process is of one that has ended. */
  const reasonOf = (runId: string, runStartedAt: string | null): Interruption => {
    const fault = givenUp.get(runId);
    if (fault !== undefined) return interruptionBy(fault);
    return runStartedAt === null || runStartedAt < startedAt ? 'server_ended' : 'lease_lost';
  };

  /** Of a run that nobody worked on any more. */
  const reportEnd = (conversationId: string, runId: string, outcome: RunOutcome): void =>
    options.observer.begin('run', { runId, conversationId, model: options.model.id }).end({ outcome });

  /** An answer is there, or somebody's leave is waited for: people want to know. */
  const recordUnread = async ({ state }: ConversationLog, conversationId: string): Promise<void> => {
    if (state.cursor === null) return;
    await stores.unread.note(conversationId, { eventId: state.cursor, timestamp: now() }, []);
  };

  /** Before the stop itself, so that the end it brings about is told with its reason. */
  const recordStop = async (
    conversationId: string,
    runId: string,
    { id, name }: MessageAuthor,
  ): Promise<void> => {
    const stop = durableEvent('run.stop_requested', { runId, by: { id, name } }, now());
    await events.append(conversationId, [stop], { onceKey: `stop:${runId}` });
  };

  /** The first message names the conversation, however many come at once. */
  const giveTitle = async (conversationId: string, title: string): Promise<void> => {
    const renamed = durableEvent('conversation.renamed', { title }, now());
    const { status } = await events.append(conversationId, [renamed], { onceKey: 'first-title' });
    if (status === 'appended') await stores.conversations.update(conversationId, { title });
  };

  /**
   * @param by `undefined`: the conversation is about to be deleted
   * @param sparedRunId is not stopped: the run that the stop makes room for
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
      // Whoever works on it is about to leave it to people, and may not have heard.
      await pause(pauseMs);
    }
  };

  /** Nobody works on a run that waits for people: who stops it ends it. `false`: somebody works on it. */
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
        // What waits behind it is to be seen also where this process ends before it goes on.
        await leases.setPending(conversationId, true);
        await endRun(options, { log, conversation }, runId, 'aborted', null);
        reportEnd(conversationId, runId, 'aborted');
      }
    } finally {
      await leases.release(conversationId, token);
    }
    kick(conversationId);
    return true;
  }

  const reap = async (): Promise<void> => {
    for (const conversationId of await leases.listPending()) kick(conversationId);
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
      kick(id);
      await stores.conversations.update(id, { updatedAt: now(), archivedAt: null });
      if (conversation.title === untitled) await giveTitle(id, titleFromMessage(message.text));
      return { runId, messageId };
    },

    async rerun(conversation, artifactId, by) {
      refuseWhileDraining();
      const { runId } = await queue.addRerun(conversation, artifactId, by);
      kick(conversation.id);
      await stores.conversations.update(conversation.id, { updatedAt: now() });
      return { runId };
    },

    changeMessage: queue.changeMessage,

    async answer(conversationId, requestId, answer) {
      refuseWhileDraining();
      const result = await answerPermission(stores, conversationId, requestId, answer, now());
      kick(conversationId);
      return result;
    },

    abort: (conversationId, by) => abort(conversationId, by),

    wake: kick,

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
