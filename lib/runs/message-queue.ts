import type { Conversation } from '../core/vocabulary/conversation.ts';
import { durableEvent, type EventData } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import { createSecretNames } from '../split/secrets/secret-names.ts';
import type { AppendResult, Stores } from '../stores/stores.ts';
import type { AttachmentSource } from './attachment-text.ts';
import { stateFromLog } from './conversation-log.ts';
import { dropAttachments, freezeAttachments } from './freeze-attachments.ts';
import {
  acceptedMessage,
  changeOf,
  checkChanged,
  type MessageAuthor,
  type MessageChange,
  mentioning,
  rerunRequestOf,
} from './queue-decisions.ts';

export interface NewMessage {
  text: string;
  clientMessageId?: string | undefined;
  author: MessageAuthor;
  /** The message's attachments; the member may read all of them. */
  attachments: readonly AttachmentSource[];
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

export const createMessageQueue = (doors: Doors): MessageQueue => ({
  addMessage: ({ id }, message) => addMessage(doors, id, message),
  changeMessage: (id, messageId, text, by, mentions = []) =>
    changeMessage(doors, id, { messageId, text, by, mentions }),
  addRerun: ({ id }, artifactId, by) => addRerun(doors, id, artifactId, by),
});

const nowOf = ({ nowMs }: Doors): string => new Date(nowMs()).toISOString();

async function addMessage(
  doors: Doors,
  id: string,
  { text, clientMessageId, author, attachments: sources, mentions = [], interrupt }: NewMessage,
): Promise<{ runId: string; messageId: string; isNew: boolean }> {
  const { artifacts, events } = doors.stores;
  const ids = { runId: doors.newId('run'), messageId: doors.newId('msg') };
  const state = sources.length > 0 ? await stateFromLog(events, id) : null;
  // What was attached the first time may have expired since.
  const accepted = state && acceptedMessage(state, author, clientMessageId);
  if (accepted) return { ...accepted, isNew: false };
  const secrets = { known: doors.knownSecrets, names: createSecretNames(state?.maskedSecrets) };
  const location = { conversationId: id, runId: ids.runId, author, createdAt: nowOf(doors) };
  const attachments = await freezeAttachments({ artifacts, newId: doors.newId }, sources, location, secrets);
  const message: EventData<'user.message'> = {
    ...ids,
    content: text,
    author,
    attachments,
    ...mentioning(mentions),
  };
  if (clientMessageId !== undefined) message.clientMessageId = clientMessageId;
  if (interrupt) message.isUrgent = true;
  const result = await appendMessage(doors, id, message);
  if (result.status === 'repeated' && result.event.type === 'user.message') {
    await dropAttachments(artifacts, attachments);
    const { runId, messageId } = result.event.data;
    return { runId, messageId, isNew: false };
  }
  await recordWritten(doors, id, result, author, mentions);
  return { ...ids, isNew: true };
}

async function appendMessage(
  doors: Doors,
  id: string,
  message: EventData<'user.message'>,
): Promise<AppendResult> {
  const { artifacts, events, leases } = doors.stores;
  const { author, clientMessageId, runId, attachments } = message;
  const once = clientMessageId === undefined ? {} : { onceKey: `client:${author.id}:${clientMessageId}` };
  try {
    await leases.setPending(id, true);
    return await events.append(id, [durableEvent('user.message', message, nowOf(doors))], once);
  } catch (error) {
    if (!(await mayBeQueued(doors, id, runId))) await dropAttachments(artifacts, attachments);
    throw error;
  }
}

/**
 * A store that failed may have appended the message first: if that cannot be ruled out, its artifacts are
 * not removed.
 */
async function mayBeQueued({ stores }: Doors, id: string, runId: string): Promise<boolean> {
  const state = await stateFromLog(stores.events, id).catch(() => null);
  return state === null || state.runs[runId] !== undefined;
}

async function changeMessage(doors: Doors, id: string, change: MessageChange): Promise<void> {
  const { events } = doors.stores;
  const { event, added } = changeOf(await stateFromLog(events, id), change, nowOf(doors));
  const result = await events.append(id, [event]);
  checkChanged(await stateFromLog(events, id), change);
  if (added.length > 0) await recordWritten(doors, id, result, change.by, added);
}

async function addRerun(
  doors: Doors,
  id: string,
  artifactId: string,
  by: MessageAuthor,
): Promise<{ runId: string }> {
  const { events, leases } = doors.stores;
  const wanted = rerunRequestOf(await stateFromLog(events, id), artifactId);
  if (wanted.going !== null) return { runId: wanted.going };
  const { toolCallId, onceKey } = wanted;
  const data = { runId: doors.newId('run'), toolCallId, by };
  const request = durableEvent('tool.rerun_requested', data, nowOf(doors));
  await leases.setPending(id, true);
  const result = await events.append(id, [request], { onceKey });
  const event = result.status === 'repeated' ? result.event : request;
  if (event.type !== 'tool.rerun_requested') throw new Error('a once-key was used for something else');
  return { runId: event.data.runId };
}

/** Marks the message as unread for others, and as read for its author. */
async function recordWritten(
  { stores: { unread } }: Doors,
  conversationId: string,
  result: AppendResult,
  author: MessageAuthor,
  mentions: readonly MessageAuthor[],
): Promise<void> {
  const event = result.status === 'appended' ? result.events.at(-1) : undefined;
  if (!event) return;
  const news = { eventId: event.id, timestamp: event.timestamp };
  await unread.note(
    conversationId,
    news,
    mentions.map((mentioned) => mentioned.id),
  );
  await unread.markRead(author.id, conversationId, event.id);
}
