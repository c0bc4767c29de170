import type { Conversation } from '../core/conversation.ts';
import { titleFromMessage, untitled } from '../core/conversation.ts';
import type { QueuedItem } from '../core/conversation-state.ts';
import { isVitrineError, VitrineError } from '../core/errors.ts';
import { durableEvent, ephemeralEvent } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { createSecretNames } from '../split/secrets/secret-names.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type ConversationLog, LeaseLostError, openLog, stateFromLog } from './conversation-log.ts';
import { endRun } from './end-run.ts';
import { executeRun, type RunEnd } from './execute-run.ts';
import { createMessageQueue, type MessageQueue, type NewMessage, type Person } from './message-queue.ts';
import type { Model } from './models.ts';
import { rerunCall } from './rerun-call.ts';
import { describeFailure } from './run-failure.ts';
import type { RunRequest } from './run-request.ts';
import type { RunSettings } from './run-settings.ts';

/** Answers messages, one run at a time in a conversation, on whichever process holds its lease. */
export interface Runner {
  /** Queues a message and returns; the same clientMessageId again gives the same IDs and queues nothing. */
  submit(conversation: Conversation, message: NewMessage): Promise<{ runId: string; messageId: string }>;
  /**
   * Queues a call to be run again; one that waits or works already is not queued twice.
   * @throws VitrineError `not_repeatable`
   */
  rerun(conversation: Conversation, artifactId: string, by: Person): Promise<{ runId: string }>;
  /**
   * Changes what a message that waits says (`null`: takes it back), for who wrote it.
   * @throws VitrineError `not_found`, `forbidden`, `not_possible` where it has been taken
   */
  changeMessage: MessageQueue['changeMessage'];
  /** Stops the run under way, on whatever process it is. Nothing running: nothing happens. */
  abort(conversationId: string): Promise<void>;
  /** Stops the work on a conversation, waits for it, and deletes the conversation; no work on it starts meanwhile. */
  remove(conversationId: string): Promise<void>;
  /** Takes up what a process that ended has left; then looks again every 10 s. */
  start(): void;
  /** No new runs; those under way get a while, then are marked interrupted. */
  drain(): Promise<void>;
}

export interface RunnerOptions extends RunSettings {
  model: Model;
  tools: readonly Tool[];
  workspaceOf(name: string): Workspace | null;
  onError(error: unknown): void;
}

type StopReason = 'aborted' | 'interrupted';

interface Work {
  /** `null`: between two runs. */
  runId: string | null;
  stop: AbortController;
  done: Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const { stores, nowMs, newId } = options;
  const { leases, events } = stores;
  const queue = createMessageQueue(options);
  const working = new Map<string, Work>();
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
    if (isDraining || working.has(conversationId) || leaving.has(conversationId)) return;
    const work: Work = { runId: null, stop: new AbortController(), done: Promise.resolve() };
    working.set(conversationId, work);
    work.done = workOn(conversationId, work)
      .catch(options.onError)
      .finally(() => working.delete(conversationId));
  };

  async function workOn(conversationId: string, work: Work): Promise<void> {
    let hasMore = true;
    while (hasMore && !isDraining && !leaving.has(conversationId)) {
      const token = newId('run');
      if (!(await leases.acquire(conversationId, token, limits.leaseMs))) return;
      const renewal = setInterval(() => void renew(conversationId, token, work), limits.leaseRenewMs);
      try {
        await answerAll(conversationId, token, work);
      } finally {
        clearInterval(renewal);
        await leases.release(conversationId, token);
      }
      // A message that came after the queue was found empty and before the lease was free.
      hasMore = (await stateFromLog(events, conversationId)).queued.length > 0;
    }
  }

  async function renew(conversationId: string, token: string, work: Work): Promise<void> {
    const isMine = await leases.renew(conversationId, token, limits.leaseMs).catch(() => true);
    if (!isMine) work.stop.abort(new LeaseLostError('The run was taken over by another process'));
  }

  async function answerAll(conversationId: string, token: string, work: Work): Promise<void> {
    const conversation = await stores.conversations.get(conversationId);
    if (!conversation) return await leases.setPending(conversationId, false);
    const log = await openLog(events, conversationId, token);
    // A run that is under way and whose lease was free has no process any more.
    if (log.state.activeRunId) await endRun(log, log.state.activeRunId, 'interrupted', null, now());
    for (;;) {
      const next = log.state.queued[0];
      if (!next) return await leases.setPending(conversationId, false);
      if (isDraining || leaving.has(conversationId)) return;
      work.runId = next.runId;
      work.stop = new AbortController();
      // Again: a message may have come as the queue was found empty, and a crash must not leave its run unseen.
      await leases.setPending(conversationId, true);
      await answer(log, conversation, next, work);
      work.runId = null;
      // Messages that were queued while it ran are in the log, not in this state.
      await log.catchUp();
    }
  }

  async function answer(
    log: ConversationLog,
    conversation: Conversation,
    next: QueuedItem,
    work: Work,
  ): Promise<void> {
    const { runId } = next;
    const messageId = next.kind === 'user' ? next.messageId : null;
    const started = durableEvent('run.started', { runId, messageId, model: options.model.id }, now());
    await log.append([started], { onceKey: `started:${runId}`, dropsLive: true });
    // Whoever wrote it may have changed it, or taken it back, until that very event.
    await log.readAgain();
    if (log.state.activeRunId !== runId) return await endRun(log, runId, 'aborted', null, now());
    const end = await runToItsEnd(log, conversation, next, work.stop.signal);
    await endRun(log, runId, end.outcome, end.failure, now());
    await log.appendLive([ephemeralEvent('session.idle', {}, now())]);
  }

  type End = RunEnd | { outcome: StopReason; failure: null };

  async function runToItsEnd(
    log: ConversationLog,
    conversation: Conversation,
    next: QueuedItem,
    signal: AbortSignal,
  ): Promise<End> {
    const workspace = options.workspaceOf(conversation.workspace);
    if (!workspace) {
      const message = `The workspace ${conversation.workspace} is not there any more.`;
      return { outcome: 'failed', failure: { code: 'workspace_missing', message } };
    }
    try {
      const request: RunRequest = {
        runId: next.runId,
        conversation,
        author: next.kind === 'user' ? next.author : next.by,
        log,
        model: options.model,
        workspace,
        tools: await usableTools(),
        secrets: { known: options.knownSecrets, names: createSecretNames(log.state.maskedSecrets) },
        settings: options,
        signal,
      };
      if (next.kind === 'user') return await executeRun(request);
      const end = await rerunCall(request, next);
      signal.throwIfAborted();
      return end;
    } catch (error) {
      if (error instanceof LeaseLostError || signal.reason instanceof LeaseLostError) throw error;
      if (signal.aborted) return { outcome: signal.reason as StopReason, failure: null };
      if (isVitrineError(error)) throw error;
      return { outcome: 'failed', failure: describeFailure(error) };
    }
  }

  /** Those that run programs are offered only where programs can run. */
  const usableTools = async (): Promise<Tool[]> => {
    const { mode } = await options.commands.check();
    return options.tools.filter((tool) => mode !== 'off' || !tool.needsCommands);
  };

  /** The first message names the conversation, however many come at once. */
  const giveTitle = async (conversationId: string, title: string): Promise<void> => {
    const renamed = durableEvent('conversation.renamed', { title }, now());
    const { status } = await events.append(conversationId, [renamed], { onceKey: 'first-title' });
    if (status === 'appended') await stores.conversations.update(conversationId, { title });
  };

  /** @param sparedRunId is not stopped: the run that the stop makes room for */
  const abort = async (conversationId: string, sparedRunId?: string): Promise<void> => {
    const runId =
      working.get(conversationId)?.runId ?? (await stateFromLog(events, conversationId)).activeRunId;
    if (runId && runId !== sparedRunId) await leases.ask(conversationId, { kind: 'abort', runId });
  };

  const reap = async (): Promise<void> => {
    for (const conversationId of await leases.listPending()) kick(conversationId);
  };

  const refuseWhileDraining = () => {
    if (isDraining)
      throw new VitrineError('draining', 'The server is being restarted. Try it again in a moment.');
  };

  return {
    async submit(conversation, message) {
      refuseWhileDraining();
      const { id } = conversation;
      const { runId, messageId, isNew } = await queue.addMessage(conversation, message);
      if (!isNew) return { runId, messageId };
      if (message.interrupt) await abort(id, runId);
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

    abort,

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
