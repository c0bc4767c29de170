import type { Conversation } from '../core/conversation.ts';
import { artifactOf } from '../core/conversation-state.ts';
import { VitrineError } from '../core/errors.ts';
import { durableEvent, type EventData } from '../core/events.ts';
import type { IdPrefix } from '../core/ids.ts';
import type { Member } from '../core/member.ts';
import { isRepeatable } from '../core/repeatable-tools.ts';
import type { Stores } from '../stores/stores.ts';
import { readState } from './conversation-log.ts';

export type Person = Pick<Member, 'id' | 'name'>;

export interface NewMessage {
  text: string;
  clientMessageId?: string | undefined;
  author: Person;
  /** Stops the run under way, so that this message is taken next. */
  interrupt: boolean;
}

/** What waits in a conversation to be worked on, in one order for all. */
export interface MessageQueue {
  /** The same clientMessageId again gives the same IDs, and queues nothing. */
  addMessage(
    conversation: Conversation,
    message: NewMessage,
  ): Promise<{ runId: string; messageId: string; isNew: boolean }>;
  /**
   * Queues the call that an artifact came from; one that waits or works already is not queued twice.
   * @throws VitrineError `not_repeatable`
   */
  addRerun(conversation: Conversation, artifactId: string, by: Person): Promise<{ runId: string }>;
}

interface Doors {
  stores: Pick<Stores, 'events' | 'leases'>;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

export function createMessageQueue({ stores: { events, leases }, newId, nowMs }: Doors): MessageQueue {
  const now = () => new Date(nowMs()).toISOString();
  return {
    async addMessage({ id }, { text, clientMessageId, author }) {
      const ids = { runId: newId('run'), messageId: newId('msg') };
      const message: EventData<'user.message'> = { ...ids, content: text, author, attachments: [] };
      if (clientMessageId !== undefined) message.clientMessageId = clientMessageId;
      await leases.setPending(id, true);
      const once = clientMessageId === undefined ? {} : { onceKey: `client:${author.id}:${clientMessageId}` };
      const result = await events.append(id, [durableEvent('user.message', message, now())], once);
      if (result.status === 'repeated' && result.event.type === 'user.message') {
        const { runId, messageId } = result.event.data;
        return { runId, messageId, isNew: false };
      }
      return { ...ids, isNew: true };
    },

    async addRerun({ id }, artifactId, by) {
      const state = await readState(events, id);
      const call = Object.values(state.toolCalls).find((one) => artifactOf(one) === artifactId);
      if (!call || !isRepeatable(call)) throw new VitrineError('not_repeatable', 'This cannot be run again');
      const { toolCallId } = call;
      const reruns = Object.values(state.runs).filter(({ rerunOf }) => rerunOf === toolCallId);
      const going = reruns.find(({ status }) => status === 'queued' || status === 'running');
      if (going) return { runId: going.runId };
      const request = durableEvent('tool.rerun_requested', { runId: newId('run'), toolCallId, by }, now());
      await leases.setPending(id, true);
      // Two who ask at once have seen the same reruns end.
      const result = await events.append(id, [request], { onceKey: `rerun:${toolCallId}:${reruns.length}` });
      const event = result.status === 'repeated' ? result.event : request;
      if (event.type !== 'tool.rerun_requested') throw new Error('a once-key was used for something else');
      return { runId: event.data.runId };
    },
  };
}
