import { type ConversationState, emptyConversation } from '../core/conversation/conversation-state.ts';
import { reduceEvents } from '../core/conversation/reduce-events.ts';
import type { EventStore } from '../stores/stores.ts';
import { readLog } from './conversation-log.ts';

export type ReadState = (conversationId: string) => Promise<ConversationState>;

const maxConversations = 8;

/**
 * Reads the current state of conversations. States of recently requested ones are cached, so only later
 * events are read. Concurrent readers of the same conversation wait for each other and continue from there: a
 * page of cards costs one read of a long log.
 */
export function createStateReader(events: EventStore): ReadState {
  const retained = new Map<string, Promise<ConversationState>>();
  return (conversationId) => {
    const before = retained.get(conversationId) ?? Promise.resolve(emptyConversation);
    // The previous read may have failed: that is reported to its own caller.
    const state = before
      .catch(() => emptyConversation)
      .then(async (last) => reduceEvents(await readLog(events, conversationId, last.cursor), last));
    retained.delete(conversationId);
    retained.set(conversationId, state);
    for (const oldest of retained.keys()) {
      if (retained.size <= maxConversations) break;
      retained.delete(oldest);
    }
    return state;
  };
}
