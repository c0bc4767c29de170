import { artifactOf, type ConversationState } from '../core/conversation/conversation-state.ts';
import { isRepeatable } from '../core/conversation/is-repeatable.ts';
import { isToAgent, type UserItem } from '../core/conversation/thread-items.ts';
import { allItems, findNode, itemsAround } from '../core/conversation/thread-tree.ts';
import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import { type Attachment, durableEvent, type NewEvent } from '../core/vocabulary/events.ts';
import type { Member } from '../core/vocabulary/team/member.ts';

export type MessageAuthor = Pick<Member, 'id' | 'name'>;

/** The IDs of a message that was accepted before; `null`: it was not, or has no ID of its client. */
export function acceptedMessage(
  { tree, queued }: ConversationState,
  author: MessageAuthor,
  clientMessageId: string | undefined,
): { runId: string | null; messageId: string } | null {
  if (clientMessageId === undefined) return null;
  for (const item of [...allItems(tree), ...queued]) {
    if (item.kind !== 'user' || item.clientMessageId !== clientMessageId) continue;
    if (item.author.id === author.id) return { runId: item.runId, messageId: item.messageId };
  }
  return null;
}

export interface MessageChange {
  messageId: string;
  /** `null`: the message is withdrawn. */
  text: string | null;
  /** What was pasted into the new text. */
  attachments: readonly Attachment[];
  by: MessageAuthor;
  mentions: readonly MessageAuthor[];
}

/**
 * The event that changes a message that is queued or for the team only, and who is mentioned in it and was not
 * before.
 * @throws VitrineError `not_found`, `forbidden`, `not_possible` if the message has been taken
 */
export function changeOf(
  state: ConversationState,
  { messageId, text, attachments, by, mentions }: MessageChange,
  timestamp: string,
): { event: NewEvent; added: readonly MessageAuthor[] } {
  const found = findMessage(state, messageId);
  if (found === null) throw notFound();
  const { message, isQueued } = found;
  if (message.author.id !== by.id) throw forbidden('Only the author can change a message');
  if (!isQueued && (message.runId !== null || text === null)) throw alreadyTaken();
  if (message.isDeleted) throw notFound();
  if (message.runId === null && isRead(state, messageId)) {
    throw new VitrineError('not_possible', 'The agent has read this message. Write another one');
  }
  const before = new Set(message.mentions.map((mentioned) => mentioned.id));
  return {
    event:
      text === null
        ? durableEvent('message.withdrawn', { messageId, by }, timestamp)
        : durableEvent(
            'message.edited',
            {
              messageId,
              content: text,
              by,
              ...(attachments.length > 0 ? { attachments: [...attachments] } : {}),
              ...mentioning(mentions),
            },
            timestamp,
          ),
    added: mentions.filter((mentioned) => !before.has(mentioned.id)),
  };
}

/**
 * The log decides which came first: the change, or the run that takes the message.
 * @throws VitrineError `not_possible` if that was the run
 */
export function checkChanged(state: ConversationState, { messageId, text }: MessageChange): void {
  const found = findMessage(state, messageId);
  const isChanged = text === null ? found === null : found?.isQueued || found?.message.content === text;
  if (!isChanged) throw alreadyTaken();
}

/**
 * What a re-run of the call that an artifact came from has to append; `going`: it is queued or running already.
 * @throws VitrineError `not_repeatable`
 */
export function rerunRequestOf(
  { toolCalls, runs }: ConversationState,
  artifactId: string,
): { going: string } | { going: null; toolCallId: string; onceKey: string } {
  const call = Object.values(toolCalls).find((one) => artifactOf(one) === artifactId);
  if (!call || !isRepeatable(call)) throw new VitrineError('not_repeatable', 'This cannot be run again');
  const { toolCallId } = call;
  const reruns = Object.values(runs).filter(({ rerunOf }) => rerunOf === toolCallId);
  const going = reruns.find(({ status }) => status === 'queued' || status === 'running');
  if (going) return { going: going.runId };
  // Two people asking at once have seen the same number of re-runs end.
  return { going: null, toolCallId, onceKey: `rerun:${toolCallId}:${reruns.length}` };
}

export const mentioning = (mentions: readonly MessageAuthor[]) =>
  mentions.length > 0 ? { mentions: [...mentions] } : {};

/** Whether a message to the agent follows one to the team, in any version: the model read it with that. */
function isRead({ tree }: ConversationState, messageId: string): boolean {
  const items = itemsAround(tree, messageId);
  const index = items.findIndex((item) => item.kind === 'user' && item.messageId === messageId);
  return items.slice(index + 1).some(isToAgent);
}

const alreadyTaken = () => new VitrineError('not_possible', 'The agent has already started on this message');

/** A message of a person, queued or in any version of the thread. */
export function findMessage(
  { tree, queued }: ConversationState,
  messageId: string,
): { message: UserItem; isQueued: boolean } | null {
  const waiting = queued.find((item) => item.kind === 'user' && item.messageId === messageId);
  if (waiting?.kind === 'user') return { message: waiting, isQueued: true };
  const [item] = findNode(tree, messageId)?.items ?? [];
  return item?.kind === 'user' ? { message: item, isQueued: false } : null;
}
