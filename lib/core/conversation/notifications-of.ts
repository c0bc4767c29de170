import { cutText } from '../algorithms/text/cut-text.ts';
import type { ConversationEvent } from '../vocabulary/events.ts';
import type { Notification } from '../vocabulary/notifications/notification.ts';
import type { ConversationState } from './conversation-state.ts';
import { continuationOf } from './reduce/queued.ts';
import { askerOf, questionOf, subjectOf } from './waiting-for.ts';

type Person = { id: string; name: string };
const textCharacters = 300;

const listOf = (person: Person | null): Person[] => (person === null ? [] : [person]);

/** Whether somebody may have to be notified of an event. */
export const notifies = ({ type, data }: Pick<ConversationEvent, 'type' | 'data'>): boolean =>
  type === 'permission.requested' ||
  type === 'tool.elicitation' ||
  type === 'run.finished' ||
  (type === 'user.message' && 'mentions' in data && data.mentions !== undefined && data.mentions.length > 0);

/**
 * The notification that an event asks for; `null`: it asks for none.
 * @param state after the event
 * @param admins those who answer where members may not
 */
export function notificationOf(
  event: Omit<ConversationEvent, 'id' | 'parentId' | 'v'>,
  state: ConversationState,
  conversationId: string,
  admins: readonly Person[],
): Notification | null {
  const about = { conversationId, timestamp: event.timestamp, messageId: null, by: null, outcome: null };
  const { type, data } = event as ConversationEvent;
  switch (type) {
    case 'user.message': {
      const to = (data.mentions ?? []).filter(({ id }) => id !== data.author.id);
      const text = cutText(data.content.slice(0, 2_000).replace(/\s+/g, ' ').trim(), textCharacters);
      return to.length === 0
        ? null
        : { ...about, kind: 'mention', to, by: data.author, messageId: data.messageId, text };
    }
    case 'permission.requested': {
      const call = state.toolCalls[data.toolCallId];
      // It may have been answered, or have ended, since.
      if (!call?.permission || call.permission.answer !== null || call.status === 'complete') return null;
      const to = data.answeredBy === 'admins' ? admins : listOf(askerOf(state, call));
      return { ...about, kind: 'approval', to, text: subjectOf(call) };
    }
    case 'tool.elicitation': {
      const call = state.toolCalls[data.toolCallId];
      if (!call || data.elicitation === null) return null;
      const text = questionOf(data.elicitation);
      return { ...about, kind: 'approval', to: listOf(askerOf(state, call)), text };
    }
    case 'run.finished': {
      const run = state.runs[data.runId];
      if (!run || run.rerunOf !== null) return null;
      // It goes on: its end will be the end of that.
      if (continuationOf(state.runs, data.runId)?.isAutomatic) return null;
      const { messageId } = run;
      return { ...about, kind: 'run_ended', to: [run.askedBy], messageId, outcome: data.outcome, text: '' };
    }
    default:
      return null;
  }
}
