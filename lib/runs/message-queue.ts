import type { Conversation } from '../core/conversation.ts';
import {
  artifactOf,
  type ConversationState,
  type QueuedItem,
  type ThreadItem,
  type UserItem,
} from '../core/conversation-state.ts';
import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import { durableEvent, type EventData } from '../core/events.ts';
import type { IdPrefix } from '../core/ids.ts';
import { isRepeatable } from '../core/is-repeatable.ts';
import type { Member } from '../core/member.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import { createSecretNames } from '../split/secrets/secret-names.ts';
import type { AppendResult, Stores } from '../stores/stores.ts';
import { stateFromLog } from './conversation-log.ts';
import { dropGiven, freezeGiven } from './freeze-given.ts';
import type { GivenSource } from './given-text.ts';

export type MessageAuthor = Pick<Member, 'id' | 'name'>;

export interface NewMessage {
  text: string;
  clientMessageId?: string | undefined;
  author: MessageAuthor;
  /** The message's attachments; the member may read all of them. */
  given: readonly GivenSource[];
  /** Members mentioned by name, among those who may read it. */
  mentions?: readonly MessageAuthor[];
  /** Stops the active run, so that this message is taken next. */
  interrupt: boolean;
}

/** The pending work of a conversation, in one order for everyone. */
export interface MessageQueue {
  /**
   * Calling again with the same clientMessageId returns the same IDs and queues nothing.
   * @throws VitrineError if something cannot be attached; nothing is queued then
   */
  addMessage(
    conversation: Conversation,
    message: NewMessage,
  ): Promise<{ runId: string; messageId: string; isNew: boolean }>;
  /**
   * Changes the text and mentions of a queued message (`null`: withdraws it), for its author.
   * @throws VitrineError `not_found`, `forbidden`, `not_possible` if it has been taken
   */
  changeMessage(
    conversationId: string,
    messageId: string,
    text: string | null,
    by: MessageAuthor,
    mentions?: readonly MessageAuthor[],
  ): Promise<void>;
  /**
   * Queues a re-run of the call that an artifact came from; a call that is already queued or running is not
   * queued twice.
   * @throws VitrineError `not_repeatable`
   */
  addRerun(conversation: Conversation, artifactId: string, by: MessageAuthor): Promise<{ runId: string }>;
}

interface Doors {
  stores: Pick<Stores, 'events' | 'leases' | 'artifacts' | 'unread'>;
  knownSecrets: readonly KnownSecret[];
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

export function createMessageQueue(doors: Doors): MessageQueue {
  const { newId, nowMs, knownSecrets } = doors;
  const { events, leases, artifacts, unread } = doors.stores;
  const now = () => new Date(nowMs()).toISOString();

  /**
   * A store that failed may have appended the message first: if that cannot be ruled out, its artifacts are
   * not removed.
   */
  const mayBeQueued = async (id: string, runId: string): Promise<boolean> => {
    const state = await stateFromLog(events, id).catch(() => null);
    return state === null || state.runs[runId] !== undefined;
  };

  /** Marks the message as unread for others, and as read for its author. */
  const recordWritten = async (
    conversationId: string,
    result: AppendResult,
    author: MessageAuthor,
    mentions: readonly MessageAuthor[],
  ): Promise<void> => {
    const event = result.status === 'appended' ? result.events.at(-1) : undefined;
    if (!event) return;
    const news = { eventId: event.id, timestamp: event.timestamp };
    await unread.note(
      conversationId,
      news,
      mentions.map((mentioned) => mentioned.id),
    );
    await unread.markRead(author.id, conversationId, event.id);
  };

  return {
    async addMessage({ id }, { text, clientMessageId, author, given, mentions = [], interrupt }) {
      const ids = { runId: newId('run'), messageId: newId('msg') };
      const state = given.length > 0 ? await stateFromLog(events, id) : null;
      // What was attached the first time may have expired since.
      const accepted = state && messageTaken(state, author, clientMessageId);
      if (accepted) return { ...accepted, isNew: false };
      const secrets = { known: knownSecrets, names: createSecretNames(state?.maskedSecrets) };
      const location = { conversationId: id, runId: ids.runId, author, createdAt: now() };
      const attachments = await freezeGiven({ artifacts, newId }, given, location, secrets);
      const message: EventData<'user.message'> = {
        ...ids,
        content: text,
        author,
        attachments,
        ...called(mentions),
      };
      if (clientMessageId !== undefined) message.clientMessageId = clientMessageId;
      if (interrupt) message.isUrgent = true;
      const once = clientMessageId === undefined ? {} : { onceKey: `client:${author.id}:${clientMessageId}` };
      let result: AppendResult;
      try {
        await leases.setPending(id, true);
        result = await events.append(id, [durableEvent('user.message', message, now())], once);
      } catch (error) {
        if (!(await mayBeQueued(id, ids.runId))) await dropGiven(artifacts, attachments);
        throw error;
      }
      if (result.status === 'repeated' && result.event.type === 'user.message') {
        await dropGiven(artifacts, attachments);
        const { runId, messageId } = result.event.data;
        return { runId, messageId, isNew: false };
      }
      await recordWritten(id, result, author, mentions);
      return { ...ids, isNew: true };
    },

    async changeMessage(id, messageId, text, by, mentions = []) {
      const found = findMessage(await stateFromLog(events, id), messageId);
      if (found === null) throw notFound();
      const { message, isQueued } = found;
      if (message.author.id !== by.id) throw forbidden('Only the author can change a message');
      if (!isQueued) throw accept();
      const change =
        text === null
          ? durableEvent('message.withdrawn', { messageId, by }, now())
          : durableEvent('message.edited', { messageId, content: text, by, ...called(mentions) }, now());
      const result = await events.append(id, [change]);
      // The log decides which came first: the change, or the run that takes the message.
      const after = findMessage(await stateFromLog(events, id), messageId);
      const isDone = text === null ? after === null : after?.isQueued || after?.message.content === text;
      if (!isDone) throw accept();
      const before = new Set(message.mentions.map((mentioned) => mentioned.id));
      const added = mentions.filter((mentioned) => !before.has(mentioned.id));
      if (added.length > 0) await recordWritten(id, result, by, added);
    },

    async addRerun({ id }, artifactId, by) {
      const state = await stateFromLog(events, id);
      const call = Object.values(state.toolCalls).find((one) => artifactOf(one) === artifactId);
      if (!call || !isRepeatable(call)) throw new VitrineError('not_repeatable', 'This cannot be run again');
      const { toolCallId } = call;
      const reruns = Object.values(state.runs).filter(({ rerunOf }) => rerunOf === toolCallId);
      const going = reruns.find(({ status }) => status === 'queued' || status === 'running');
      if (going) return { runId: going.runId };
      const request = durableEvent('tool.rerun_requested', { runId: newId('run'), toolCallId, by }, now());
      await leases.setPending(id, true);
      // Two people asking at once have seen the same number of re-runs end.
      const result = await events.append(id, [request], { onceKey: `rerun:${toolCallId}:${reruns.length}` });
      const event = result.status === 'repeated' ? result.event : request;
      if (event.type !== 'tool.rerun_requested') throw new Error('a once-key was used for something else');
      return { runId: event.data.runId };
    },
  };
}

const called = (mentions: readonly MessageAuthor[]) =>
  mentions.length > 0 ? { mentions: [...mentions] } : {};

const accept = () => new VitrineError('not_possible', 'The agent has already started on this message');

function findMessage(
  { items, queued }: ConversationState,
  messageId: string,
): { message: UserItem; isQueued: boolean } | null {
  const isIt = (item: ThreadItem | QueuedItem): item is UserItem =>
    item.kind === 'user' && item.messageId === messageId;
  const waiting = queued.find(isIt);
  const message = waiting ?? items.find(isIt);
  return message ? { message, isQueued: waiting !== undefined } : null;
}

function messageTaken(
  { items, queued }: ConversationState,
  author: MessageAuthor,
  clientMessageId: string | undefined,
): { runId: string; messageId: string } | null {
  if (clientMessageId === undefined) return null;
  for (const item of [...items, ...queued]) {
    if (item.kind !== 'user' || item.clientMessageId !== clientMessageId) continue;
    if (item.author.id === author.id) return { runId: item.runId, messageId: item.messageId };
  }
  return null;
}
