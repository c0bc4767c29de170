import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { findNode } from '../core/conversation/thread-tree.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { Effort } from '../core/vocabulary/effort.ts';
import { type Attachment, durableEvent, type EventData, type NewEvent } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import type { AppendResult, Stores } from '../stores/stores.ts';
import { adoptUploads } from './adopt-uploads.ts';
import { attachPastes } from './attach-pastes.ts';
import { type AttachmentDoors, attachmentSettings } from './attachment-settings.ts';
import { checkConnections, type MessageConnections, regenerateRequestOf } from './branch-decisions.ts';
import { continuationRequestOf } from './continuation.ts';
import { stateFromLog } from './conversation-log.ts';
import { deleteAll, freezeAttachments, type MessageAttachment } from './freeze-attachments.ts';
import {
  acceptedMessage,
  changeOf,
  checkChanged,
  findMessage,
  type MessageAuthor,
  type MessageChange,
  mentioning,
  rerunRequestOf,
} from './queue-decisions.ts';
import type { ReadState } from './state-reader.ts';

export interface NewMessage {
  text: string;
  clientMessageId?: string | undefined;
  author: MessageAuthor;
  connections?: MessageConnections;
  /** The model that was chosen for it. */
  model?: string | undefined;
  /** How much the model is to think. */
  effort?: Effort | undefined;
  /** The message's attachments; the member may read all of them. `null`: those of the message it replaces. */
  attachments: readonly MessageAttachment[] | null;
  /** All of a long text goes to the model as it is, too. */
  isPastedAsText?: boolean;
  /** Members mentioned by name, among those who may read it. */
  mentions?: readonly MessageAuthor[];
  /** Stops the active run, so that this message is taken next. */
  interrupt: boolean;
  /** The name of the API token that sends it; none: a browser does. */
  via?: string | null;
}

export interface AddedMessage<RunId extends string | null = string> {
  runId: RunId;
  messageId: string;
  /** As it is in the log; `null`: it was there before. */
  stored: Pick<EventData<'user.message'>, 'messageId' | 'content' | 'attachments'> | null;
}

/** The pending work of a conversation, in one order for everyone. */
export interface MessageQueue {
  /**
   * Calling again with the same clientMessageId returns the same IDs and queues nothing.
   * @throws VitrineError if something cannot be attached; nothing is queued then
   */
  addMessage(conversation: Conversation, message: NewMessage): Promise<AddedMessage>;
  /** Adds a message for the team only, which no run answers; otherwise the same. */
  addTeamMessage(conversation: Conversation, message: NewMessage): Promise<AddedMessage<null>>;
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
  /**
   * Queues another version of an answer; an answer that is already queued or running is not queued twice.
   * @throws VitrineError `not_found`, `not_possible`
   */
  addRegenerate(conversation: Conversation, messageId: string, by: MessageAuthor): Promise<{ runId: string }>;
  /**
   * Queues a run that continues one that ended too early; it is queued once.
   * @throws VitrineError `not_found`, `not_possible`
   */
  addContinuation(conversation: Conversation, runId: string, by: MessageAuthor): Promise<{ runId: string }>;
}

interface Doors extends AttachmentDoors {
  stores: Pick<Stores, 'events' | 'leases' | 'artifacts' | 'unread'>;
  /** How much of a message goes to the model as text; the largest parts of a longer one become attachments. */
  pasteTokens: number;
  readState: ReadState;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

export const createMessageQueue = (doors: Doors): MessageQueue => ({
  addMessage: ({ id }, message) => addMessage(doors, id, message, doors.newId('run')),
  addTeamMessage: ({ id }, message) => addMessage(doors, id, message, null),
  changeMessage: (id, messageId, text, by, mentions = []) =>
    changeMessage(doors, id, { messageId, text, by, mentions }),
  addRerun: ({ id }, artifactId, by) => addRerun(doors, id, artifactId, by),
  addRegenerate: ({ id }, messageId, by) => addRegenerate(doors, id, messageId, by),
  addContinuation: ({ id }, runId, by) => addContinuation(doors, id, runId, by),
});

const nowOf = ({ nowMs }: Doors): string => new Date(nowMs()).toISOString();

async function addMessage<RunId extends string | null>(
  doors: Doors,
  id: string,
  message: NewMessage,
  newRunId: RunId,
): Promise<AddedMessage<RunId>> {
  const { clientMessageId, author, connections = {}, mentions = [], interrupt } = message;
  const { artifacts } = doors.stores;
  const ids = { runId: newRunId, messageId: doors.newId('msg') };
  const state = needsState(message, doors) ? await doors.readState(id) : null;
  // What was attached the first time may have expired since.
  const accepted = state && acceptedMessage(state, author, clientMessageId);
  if (accepted && isSameKind(accepted.runId, newRunId)) {
    return { runId: accepted.runId, messageId: accepted.messageId, stored: null };
  }
  const replaced = state && checkConnections(state, connections, author);
  const kept = (message.attachments === null && replaced?.attachments) || [];
  if (message.text.trim() === '' && kept.length + (message.attachments?.length ?? 0) === 0) {
    throw new VitrineError('invalid_request', 'The message is empty');
  }
  const sending = { ...message, attachments: message.attachments ?? [] };
  const attached =
    state === null
      ? nothingAttached(message)
      : await attachAll(doors, id, newRunId, sending, state, kept.length);
  const data: EventData<'user.message'> = {
    ...ids,
    ...definedOf(connections),
    content: attached.text,
    author,
    attachments: [...kept, ...attached.attachments],
    ...mentioning(mentions),
  };
  if (clientMessageId !== undefined) data.clientMessageId = clientMessageId;
  if (interrupt) data.isUrgent = true;
  if (message.via != null) data.via = message.via;
  if (message.model !== undefined) data.model = message.model;
  if (message.effort !== undefined) data.effort = message.effort;
  const result = await appendMessage(doors, id, data, attached);
  if (result.status === 'repeated' && result.event.type === 'user.message') {
    await deleteAll(artifacts, attached.createdIds);
    const { runId, messageId } = result.event.data;
    if (isSameKind(runId, newRunId)) return { runId, messageId, stored: null };
  }
  await recordWritten(doors, id, result, author, mentions);
  return { ...ids, stored: data };
}

const isSameKind = <RunId extends string | null>(runId: string | null, kind: RunId): runId is RunId =>
  (runId === null) === (kind === null);

/** A text without so many characters has no more tokens than that. */
const needsState = ({ text, attachments, connections }: NewMessage, { pasteTokens }: Doors): boolean =>
  attachments === null ||
  attachments.length > 0 ||
  text.length > pasteTokens ||
  Object.values(connections ?? {}).some((named) => named !== undefined);

const definedOf = ({ replaces, after, quotes }: MessageConnections) => ({
  ...(replaces === undefined ? {} : { replaces }),
  ...(after === undefined ? {} : { after }),
  ...(quotes === undefined ? {} : { quotes }),
});

interface AttachedMessage {
  /** The message, with a mark in the place of each pasted part that became an attachment. */
  text: string;
  attachments: Attachment[];
  /** Artifacts that were made for it; they are removed if it is not accepted. */
  createdIds: readonly string[];
}

type AttachingMessage = Pick<NewMessage, 'text' | 'author' | 'isPastedAsText'> & {
  attachments: readonly MessageAttachment[];
};

const nothingAttached = ({ text }: Pick<NewMessage, 'text'>): AttachedMessage => ({
  text,
  attachments: [],
  createdIds: [],
});

/** Freezes what is attached to a message, and what was pasted into it. */
async function attachAll(
  doors: Doors,
  conversationId: string,
  runId: string | null,
  { text, author, attachments, isPastedAsText }: AttachingMessage,
  state: ConversationState,
  earlierCount = 0,
): Promise<AttachedMessage> {
  const { stores, newId } = doors;
  const settings = await attachmentSettings(doors, state);
  const origin = { conversationId, runId, author, createdAt: nowOf(doors) };
  const pasted = await attachPastes({ artifacts: stores.artifacts, newId }, text, origin, {
    maxTokens: isPastedAsText || settings.level === 'off' ? Number.POSITIVE_INFINITY : doors.pasteTokens,
    maxAttachments: limits.messageAttachments,
    attachedCount: earlierCount + attachments.length,
  });
  const pastedIds = pasted.attachments.map(({ metadata }) => metadata.id);
  const all = [...attachments, ...pasted.attachments];
  const createdIds = [...pastedIds];
  try {
    const frozen = await freezeAttachments({ artifacts: stores.artifacts, newId }, all, origin, settings);
    createdIds.push(...frozen.map(({ textArtifactId }) => textArtifactId));
    await adoptUploads(stores.artifacts, attachments, origin);
    return { text: pasted.text, attachments: frozen, createdIds };
  } catch (error) {
    await deleteAll(stores.artifacts, createdIds);
    throw error;
  }
}

async function appendMessage(
  doors: Doors,
  id: string,
  message: EventData<'user.message'>,
  { createdIds }: AttachedMessage,
): Promise<AppendResult> {
  const { artifacts, events, leases } = doors.stores;
  const { author, clientMessageId, runId } = message;
  const once =
    clientMessageId === undefined
      ? {}
      : { onceKey: `${runId === null ? 'team' : 'client'}:${author.id}:${clientMessageId}` };
  try {
    if (runId !== null) await leases.setPending(id, true);
    return await events.append(id, [durableEvent('user.message', message, nowOf(doors))], once);
  } catch (error) {
    if (!(await mayBeThere(doors, id, message))) await deleteAll(artifacts, createdIds);
    throw error;
  }
}

/**
 * A store that failed may have appended the message first: if that cannot be ruled out, its artifacts are
 * not removed.
 */
async function mayBeThere(
  { stores }: Doors,
  id: string,
  { runId, messageId }: Pick<EventData<'user.message'>, 'runId' | 'messageId'>,
): Promise<boolean> {
  const state = await stateFromLog(stores.events, id).catch(() => null);
  if (state === null) return true;
  return runId === null ? findNode(state.tree, messageId) !== null : state.runs[runId] !== undefined;
}

async function changeMessage(
  doors: Doors,
  id: string,
  { text, ...change }: Omit<MessageChange, 'attachments'>,
): Promise<void> {
  const { events, artifacts } = doors.stores;
  const state = await stateFromLog(events, id);
  // Nothing is stored for a change that is refused.
  changeOf(state, { ...change, text, attachments: [] }, nowOf(doors));
  const attached = await attachToChange(doors, id, state, { ...change, text });
  const changed = { ...change, text: attached?.text ?? null, attachments: attached?.attachments ?? [] };
  const { event, added } = changeOf(state, changed, nowOf(doors));
  const result = await events.append(id, [event]);
  try {
    checkChanged(await stateFromLog(events, id), changed);
  } catch (error) {
    await deleteAll(artifacts, attached?.createdIds ?? []);
    throw error;
  }
  if (added.length > 0) await recordWritten(doors, id, result, change.by, added);
}

/** @returns `null`: the message is withdrawn */
async function attachToChange(
  doors: Doors,
  id: string,
  state: ConversationState,
  { messageId, text, by }: Omit<MessageChange, 'attachments'>,
): Promise<AttachedMessage | null> {
  if (text === null) return null;
  const edited = { text, author: by, attachments: [], interrupt: false };
  const message = findMessage(state, messageId)?.message;
  if (!message || !needsState(edited, doors)) return nothingAttached(edited);
  return await attachAll(doors, id, message.runId, edited, state, message.attachments.length);
}

async function addRerun(
  doors: Doors,
  id: string,
  artifactId: string,
  by: MessageAuthor,
): Promise<{ runId: string }> {
  const wanted = rerunRequestOf(await stateFromLog(doors.stores.events, id), artifactId);
  if (wanted.going !== null) return { runId: wanted.going };
  const { toolCallId, onceKey } = wanted;
  const data = { runId: doors.newId('run'), toolCallId, by };
  return await appendRequest(doors, id, durableEvent('tool.rerun_requested', data, nowOf(doors)), onceKey);
}

async function addRegenerate(
  doors: Doors,
  id: string,
  answerId: string,
  by: MessageAuthor,
): Promise<{ runId: string }> {
  const wanted = regenerateRequestOf(await stateFromLog(doors.stores.events, id), answerId);
  if (wanted.going !== null) return { runId: wanted.going };
  const { onceKey, messageId, replaces } = wanted;
  const data = { runId: doors.newId('run'), messageId, replaces, by };
  return await appendRequest(doors, id, durableEvent('run.requested', data, nowOf(doors)), onceKey);
}

async function addContinuation(
  doors: Doors,
  id: string,
  continues: string,
  by: MessageAuthor,
): Promise<{ runId: string }> {
  const wanted = continuationRequestOf(await stateFromLog(doors.stores.events, id), continues);
  if (wanted.going !== null) return { runId: wanted.going };
  const { messageId, onceKey } = wanted;
  const data = { runId: doors.newId('run'), messageId, continues, by };
  return await appendRequest(doors, id, durableEvent('run.requested', data, nowOf(doors)), onceKey);
}

/** Asks for a run; where somebody else has done so meanwhile, that run counts. */
async function appendRequest(
  { stores: { events, leases } }: Doors,
  id: string,
  request: NewEvent<'run.requested'> | NewEvent<'tool.rerun_requested'>,
  onceKey: string,
): Promise<{ runId: string }> {
  await leases.setPending(id, true);
  const result = await events.append(id, [request], { onceKey });
  const event = result.status === 'repeated' ? result.event : request;
  if (event.type !== 'run.requested' && event.type !== 'tool.rerun_requested')
    throw new Error('a once-key was used for something else');
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
  const news = { eventId: event.id, timestamp: event.timestamp, by: { id: author.id, name: author.name } };
  await unread.note(
    conversationId,
    news,
    mentions.map((mentioned) => mentioned.id),
  );
  await unread.markRead(author.id, conversationId, event.id);
}
