import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { reduceEvents } from '../core/conversation/reduce-events.ts';
import { limits } from '../core/limits.ts';
import type { ConversationEvent, EphemeralEvent, NewEvent } from '../core/vocabulary/events.ts';
import type { AppendOptions, EventPosition, EventStore } from '../stores/stores.ts';

/** Another process has taken over the conversation: this process can no longer write to it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The events of a conversation after a cursor, including live ones. */
export async function readLog(
  events: EventStore,
  conversationId: string,
  cursor: string | null = null,
): Promise<ConversationEvent[]> {
  const found: ConversationEvent[] = [];
  let position: EventPosition = { durable: cursor, live: null };
  for (;;) {
    const batch = await events.read(conversationId, position, limits.eventsPerPage);
    found.push(...batch.durable, ...batch.live);
    position = batch.position;
    if (!batch.hasMore) return found;
  }
}

/** The current state of a conversation, from its whole log: the same for every reader. */
export const stateFromLog = async (events: EventStore, conversationId: string): Promise<ConversationState> =>
  reduceEvents(await readLog(events, conversationId));

/**
 * The log of one conversation together with its state, so that the writer of a run sees its own writes
 * without asking the store.
 */
export interface ConversationLog {
  readonly state: ConversationState;
  /** @throws LeaseLostError; VitrineError `storage_unavailable` */
  append(events: NewEvent[], options?: Omit<AppendOptions, 'leaseToken'>): Promise<void>;
  appendLive(events: EphemeralEvent[], options?: { replacesLive?: boolean }): Promise<void>;
  /** Reads what others have written, such as queued messages. */
  catchUp(): Promise<void>;
  /**
   * Reads again everything written since it was opened, in log order: events of others may come before those
   * of this writer.
   */
  readAgain(): Promise<void>;
}

export async function openLog(
  events: EventStore,
  conversationId: string,
  leaseToken: string,
): Promise<ConversationLog> {
  const opened = reduceEvents(await readLog(events, conversationId));
  let state = opened;
  return {
    get state() {
      return state;
    },
    async append(added, options = {}) {
      const result = await events.append(conversationId, added, { ...options, leaseToken });
      if (result.status === 'lease_lost')
        throw new LeaseLostError('The run was taken over by another process');
      if (result.status === 'appended') state = reduceEvents(result.events, state);
    },
    async appendLive(added, options) {
      state = reduceEvents(added, state);
      await events.appendLive(conversationId, added, options);
    },
    async readAgain() {
      state = reduceEvents(await readLog(events, conversationId, opened.cursor), opened);
    },
    async catchUp() {
      // From where this writer began, because messages of others lie between its own events.
      state = reduceEvents(await readLog(events, conversationId, opened.cursor), state);
    },
  };
}
