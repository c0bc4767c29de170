import { titleFromMessage } from '../core/conversation/title-from-message.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import { untitled } from '../core/vocabulary/conversation.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import { type Answer, answerPermission } from './answer-permission.ts';
import { createConversationWorkers } from './conversation-workers.ts';
import {
  type AddedMessage,
  createMessageQueue,
  type MessageQueue,
  type NewMessage,
} from './message-queue.ts';
import type { MessageAuthor } from './queue-decisions.ts';
import type { RunnerOptions } from './runner-options.ts';
import { stopRun } from './stop-run.ts';

/** Answers messages, one run at a time per conversation, in whichever process holds its lease. */
export interface Runner {
  /**
   * Queues a message and returns. Calling again with the same clientMessageId returns the same IDs and queues
   * nothing.
   */
  submit(conversation: Conversation, message: NewMessage): Promise<{ runId: string; messageId: string }>;
  /** Adds a message for the team only, which no run answers; otherwise the same. */
  submitToTeam(conversation: Conversation, message: NewMessage): Promise<{ runId: null; messageId: string }>;
  /**
   * Queues a re-run of a call; one that is already queued or running is not queued twice.
   * @throws VitrineError `not_repeatable`
   */
  rerun(conversation: Conversation, artifactId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Queues another version of an answer; an answer that is already queued or running is not queued twice.
   * @throws VitrineError `not_found`, `not_possible`
   */
  regenerate(conversation: Conversation, messageId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Queues a run that continues one that ended too early; it is queued once.
   * @throws VitrineError `not_found`, `not_possible`
   */
  continueRun(conversation: Conversation, runId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Changes the text of a queued message (`null`: withdraws it), or of one for the team, for its author.
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
  /** Number of conversations that this process works on. */
  workingOn(): number;
  /** Resumes work that an ended process left behind; then checks again every few seconds. */
  start(): void;
  /** Starts no new runs; active ones get a grace period and are then marked interrupted. */
  drain(): Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const { stores } = options;
  const now = () => new Date(options.nowMs()).toISOString();
  const queue = createMessageQueue(options);
  const workers = createConversationWorkers(options);
  const refuseWhileDraining = () => {
    if (workers.isDraining)
      throw new VitrineError('draining', 'The server is restarting. Try again in a moment.');
  };
  /** A conversation with a new message is no longer archived, and the first one names it. */
  const recordActivity = async ({ id, title }: Conversation, stored: NonNullable<AddedMessage['stored']>) => {
    await stores.conversations.update(id, { updatedAt: now(), archivedAt: null });
    if (title !== untitled) return;
    const made = { title: titleFromMessage(stored.content, stored.attachments), messageId: stored.messageId };
    await giveTitle(stores, id, made, now());
  };
  /** Works on it here, or lets another process do so. */
  const offer = (conversationId: string): void => {
    workers.wake(conversationId);
    options.runners.offer(conversationId).catch(options.onError);
  };
  const runQueued = async ({ id }: Conversation, add: () => Promise<{ runId: string }>) => {
    refuseWhileDraining();
    const queued = await add();
    offer(id);
    await stores.conversations.update(id, { updatedAt: now() });
    return queued;
  };
  let timer: NodeJS.Timeout | undefined;
  const reap = async () => {
    const pending = await stores.leases.listPending();
    pending.forEach(workers.wake);
    await options.runners.watch(pending);
  };

  return {
    async submit(conversation, message) {
      refuseWhileDraining();
      const { id } = conversation;
      const { runId, messageId, stored } = await queue.addMessage(conversation, message);
      if (stored === null) return { runId, messageId };
      if (message.interrupt) await stopRun(options, workers, id, { by: message.author, sparedRunId: runId });
      offer(id);
      await recordActivity(conversation, stored);
      return { runId, messageId };
    },

    async submitToTeam(conversation, message) {
      refuseWhileDraining();
      const { runId, messageId, stored } = await queue.addTeamMessage(conversation, message);
      if (stored !== null) await recordActivity(conversation, stored);
      return { runId, messageId };
    },

    rerun: (conversation, artifactId, by) =>
      runQueued(conversation, () => queue.addRerun(conversation, artifactId, by)),
    regenerate: (conversation, messageId, by) =>
      runQueued(conversation, () => queue.addRegenerate(conversation, messageId, by)),
    continueRun: (conversation, runId, by) =>
      runQueued(conversation, () => queue.addContinuation(conversation, runId, by)),

    changeMessage: queue.changeMessage,

    async answer(conversationId, requestId, answer) {
      refuseWhileDraining();
      const result = await answerPermission(stores, conversationId, requestId, answer, now());
      offer(conversationId);
      return result;
    },

    abort: (conversationId, by) => stopRun(options, workers, conversationId, { by }),

    wake: offer,
    workingOn: () => workers.count,

    remove: (conversationId) =>
      workers.without(conversationId, async () => {
        await stopRun(options, workers, conversationId, {});
        await workers.whenIdle(conversationId);
        await stores.conversations.delete(conversationId);
      }),

    start() {
      const look = () => void reap().catch(options.onError);
      look();
      timer = setInterval(look, limits.takeoverCheckMs);
    },

    async drain() {
      clearInterval(timer);
      await workers.drain();
    },
  };
}

/** The first message gives the conversation its title, even if several come at once. */
async function giveTitle(
  { events, conversations }: RunnerOptions['stores'],
  conversationId: string,
  { title, messageId }: { title: string; messageId: string },
  timestamp: string,
): Promise<void> {
  const renamed = durableEvent(
    'conversation.renamed',
    { title, madeFrom: { messageId, by: 'rule' } },
    timestamp,
  );
  const { status } = await events.append(conversationId, [renamed], { onceKey: 'first-title' });
  if (status === 'appended') await conversations.update(conversationId, { title });
}
