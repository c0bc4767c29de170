import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { nodeOfMessage } from '../core/conversation/thread-tree.ts';
import { notFound } from '../core/errors.ts';
import { untitled } from '../core/vocabulary/conversation.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import type { Reaction } from '../core/vocabulary/reaction.ts';
import type { Stores } from '../stores/stores.ts';
import { checkSelectable, deletableMessage } from './branch-decisions.ts';
import type { MessageAuthor } from './queue-decisions.ts';
import type { ReadState } from './state-reader.ts';

/** What people do with messages that are in the thread. */
export interface ThreadActs {
  /**
   * Moves everybody, and the model, to the path through a message.
   * @throws VitrineError `not_found`, `not_possible` while the agent works on another version
   */
  selectBranch(conversationId: string, messageId: string, by: MessageAuthor): Promise<void>;
  /**
   * Removes the words of the author's own message, and what was attached, from the thread and from what the
   * model reads; the log keeps them.
   * @throws VitrineError `not_found`, `forbidden`, `not_possible` while it is being answered
   */
  deleteMessage(conversationId: string, messageId: string, by: MessageAuthor): Promise<void>;
  /**
   * A call that was allowed for the conversation asks again.
   * @throws VitrineError `not_found`
   */
  askAgain(conversationId: string, requestId: string, by: MessageAuthor): Promise<void>;
  /** @throws VitrineError `not_found` */
  react(
    conversationId: string,
    messageId: string,
    change: { reaction: Reaction; isOn: boolean },
    by: MessageAuthor,
  ): Promise<void>;
}

export function createThreadActs(doors: {
  stores: Pick<Stores, 'events' | 'conversations' | 'artifacts'>;
  readState: ReadState;
  nowMs(): number;
}): ThreadActs {
  const { events, conversations, artifacts } = doors.stores;
  const now = () => new Date(doors.nowMs()).toISOString();
  /** What was compacted has the words of a message that is gone now. */
  const deleteTranscripts = async (conversationId: string, before: ConversationState) => {
    const { compactions } = await doors.readState(conversationId);
    const kept = new Set(compactions.map(({ artifactId }) => artifactId));
    for (const { artifactId } of before.compactions.filter((one) => !kept.has(one.artifactId))) {
      // That of a fork's source stays there.
      const record = await artifacts.get(artifactId);
      if (record?.metadata.conversationId === conversationId) await artifacts.delete(artifactId);
    }
  };
  return {
    async selectBranch(conversationId, messageId, by) {
      checkSelectable(await doors.readState(conversationId), messageId);
      await events.append(conversationId, [durableEvent('branch.selected', { messageId, by }, now())]);
      // A run that started first keeps everybody on its path.
      checkSelectable(await doors.readState(conversationId), messageId);
    },
    async deleteMessage(conversationId, messageId, by) {
      const state = await doors.readState(conversationId);
      const { content } = deletableMessage(state, messageId, by);
      const deleted = durableEvent('message.deleted', { messageId, by }, now());
      await events.append(conversationId, [deleted], { onceKey: `deleted:${messageId}` });
      await deleteTranscripts(conversationId, state);
      // A title that was made from its words goes with them.
      const isMadeFromIt =
        state.titleOrigin?.messageId === messageId ||
        // Earlier versions did not say so, and took the start of its first line.
        (state.titleOrigin === null && isStartOf(content, state.title));
      if (!isMadeFromIt) return;
      // Pages read the list again when they hear of it.
      await conversations.update(conversationId, { title: untitled });
      await events.append(conversationId, [durableEvent('conversation.renamed', { title: untitled }, now())]);
    },
    async askAgain(conversationId, requestId, by) {
      const { allowedCalls, allowedHosts } = await doors.readState(conversationId);
      const requests = [...allowedCalls.map(({ id }) => id), ...allowedHosts.map((grant) => grant.requestId)];
      if (!requests.includes(requestId)) throw notFound();
      const withdrawn = durableEvent('permission.withdrawn', { requestId, by }, now());
      await events.append(conversationId, [withdrawn]);
    },
    async react(conversationId, messageId, change, by) {
      const state = await doors.readState(conversationId);
      if (nodeOfMessage(state.tree, messageId) === null) throw notFound();
      await events.append(conversationId, [
        durableEvent('message.reacted', { messageId, ...change, by }, now()),
      ]);
    },
  };
}

const isStartOf = (content: string, title: string | null): boolean => {
  const start = title?.replace(/…$/, '').trim() ?? '';
  return start !== '' && content.trimStart().startsWith(start);
};
