import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { UserItem } from '../core/conversation/thread-items.ts';
import { findNode, isSelected, nodeOfMessage } from '../core/conversation/thread-tree.ts';
import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import { findMessage, type MessageAuthor } from './queue-decisions.ts';

/** The messages that a message names. */
export interface MessageConnections {
  /** Its author's message, of which it is a new version. */
  replaces?: string | undefined;
  /** A message on the path that its author saw; omitted: the selected path. */
  after?: string | undefined;
  /** The message that it answers. */
  quotes?: string | undefined;
}

/**
 * Checks the messages that a new one names.
 * @returns the message of which it is a new version; `null`: it is none
 * @throws VitrineError `not_found`, `forbidden`, `not_possible`
 */
export function checkConnections(
  state: ConversationState,
  { replaces, after, quotes }: MessageConnections,
  author: MessageAuthor,
): UserItem | null {
  if (after !== undefined && !isThere(state, after)) throw noSuchMessage();
  // One that waits is read later than what answers it might be.
  if (quotes !== undefined && nodeOfMessage(state.tree, quotes) === null) throw noSuchMessage();
  if (replaces === undefined) return null;
  const found = findMessage(state, replaces);
  if (found === null) throw noSuchMessage();
  const { message, isQueued } = found;
  if (message.author.id !== author.id) throw forbidden('Only the author can edit a message');
  if (message.isDeleted) throw new VitrineError('not_possible', 'This message was deleted');
  if (isQueued) throw new VitrineError('not_possible', 'This message is still waiting: change it there');
  return message;
}

const noSuchMessage = () => new VitrineError('not_found', 'There is no such message in this conversation');

const isThere = (state: ConversationState, messageId: string): boolean =>
  nodeOfMessage(state.tree, messageId) !== null || findMessage(state, messageId) !== null;

/**
 * What has to be appended for another answer; `going`: one is queued or running already.
 * @param answerId a message of the answer, or the run of one without words
 * @throws VitrineError `not_found`, `not_possible`
 */
export function regenerateRequestOf(
  { tree, runs }: ConversationState,
  answerId: string,
): { going: string } | { going: null; messageId: string; replaces: string; onceKey: string } {
  const run = runs[nodeOfMessage(tree, answerId) ?? ''];
  if (!run || run.messageId === null) throw noSuchMessage();
  const { messageId } = run;
  const [message] = findNode(tree, messageId)?.items ?? [];
  if (message?.kind !== 'user') throw noSuchMessage();
  if (message.isDeleted) throw new VitrineError('not_possible', 'The message was deleted');
  const answers = Object.values(runs).filter((one) => one.messageId === messageId);
  const going = answers.find(({ status }) => status === 'queued' || status === 'running');
  if (going) return { going: going.runId };
  // Two people asking at once have seen the same number of answers end.
  return {
    going: null,
    messageId,
    replaces: run.runId,
    onceKey: `regenerate:${messageId}:${answers.length}`,
  };
}

/**
 * The author's message, to be deleted.
 * @throws VitrineError `not_found`, `forbidden`, `not_possible` while it is being answered
 */
export function deletableMessage(state: ConversationState, messageId: string, by: MessageAuthor): UserItem {
  const found = findMessage(state, messageId);
  if (found === null || found.isQueued) throw notFound();
  if (found.message.author.id !== by.id) throw forbidden('Only the author can delete a message');
  const { activeRunId, runs } = state;
  if (activeRunId !== null && runs[activeRunId]?.messageId === messageId) {
    throw new VitrineError('not_possible', 'The agent is answering this message. Stop it first');
  }
  return found.message;
}

/** @throws VitrineError `not_found`, `not_possible` while the agent works */
export function checkSelectable({ tree, activeRunId }: ConversationState, messageId: string): void {
  const nodeId = nodeOfMessage(tree, messageId);
  if (nodeId === null) throw noSuchMessage();
  if (activeRunId !== null && !isSelected(tree, nodeId)) {
    throw new VitrineError('not_possible', 'The agent is working on another version. Stop it, or wait');
  }
}
