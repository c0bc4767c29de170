import { waitingFor } from '../core/conversation/waiting-for.ts';
import type { ConversationEvent } from '../core/vocabulary/events.ts';
import type { EventStore, Stores } from '../stores/stores.ts';
import type { ReadState } from './state-reader.ts';

/**
 * Keeps in the record of each conversation what it waits for, so that lists know it without reading logs. The mark
 * follows the log: it is made again from it after every event that may change it.
 */
export interface WaitingMarks {
  /** The same store; what is appended is followed. */
  followed(events: EventStore): EventStore;
  /** Makes the marks again that a process left when it ended. */
  repair(): Promise<void>;
  /** Resolves once nothing is being done. */
  settled(): Promise<void>;
}

/** Events after which a conversation may wait for something, or for nothing any more. */
const asks = new Set<ConversationEvent['type']>([
  'permission.requested',
  'permission.completed',
  'tool.elicitation',
  'run.finished',
]);

/** The same, if it waits: a call can end unanswered. */
const ends = new Set<ConversationEvent['type']>(['tool.execution_complete']);

export function createWaitingMarks(
  { conversations, leases }: Pick<Stores, 'conversations' | 'leases'>,
  readState: ReadState,
  onError: (error: unknown) => void,
): WaitingMarks {
  const waiting = new Set<string>();
  const working = new Map<string, Promise<void>>();

  const mark = async (id: string): Promise<void> => {
    const next = waitingFor(await readState(id));
    if (next === null) waiting.delete(id);
    else waiting.add(id);
    const conversation = await conversations.get(id);
    if (conversation === null || JSON.stringify(conversation.waiting) === JSON.stringify(next)) return;
    await conversations.update(id, { waiting: next });
  };
  /** One after another in each conversation: a later state is never overwritten by an earlier one. */
  const markSoon = (id: string): Promise<void> => {
    const after = working.get(id) ?? Promise.resolve();
    const work = after.then(() => mark(id)).catch(onError);
    working.set(id, work);
    void work.then(() => working.get(id) === work && working.delete(id));
    return work;
  };
  const follow = (id: string, events: readonly { type: ConversationEvent['type'] }[]): void => {
    if (events.some(({ type }) => asks.has(type) || (waiting.has(id) && ends.has(type)))) void markSoon(id);
  };

  return {
    followed: (events) => ({
      ...events,
      async append(id, added, options) {
        const result = await events.append(id, added, options);
        follow(id, added);
        return result;
      },
      async appendLive(id, added, options) {
        await events.appendLive(id, added, options);
        follow(id, added);
      },
    }),
    async repair() {
      const all = await conversations.list();
      const left = all.filter((conversation) => conversation.waiting !== null).map(({ id }) => id);
      await Promise.all([...new Set([...left, ...(await leases.listPending())])].map(markSoon));
    },
    async settled() {
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}
