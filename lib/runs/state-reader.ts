import { type ConversationState, emptyConversation } from '../core/conversation-state.ts';
import { reduceEvents } from '../core/reduce-events.ts';
import type { EventStore } from '../stores/stores.ts';
import { readLog } from './conversation-log.ts';

export type ReadState = (conversationId: string) => Promise<ConversationState>;

const maxConversations = 8;

/**
 * Reads what conversations are at now. Of those asked for last it holds the state, and reads only what came after. Who asks
 * while another reads the same one waits, and reads on from there: a page of cards costs one reading of a long log.
 */
export function createStateReader(events: EventStore): ReadState {
  const retained = new Map<string, Promise<ConversationState>>();
  return (conversationId) => {
    const before = retained.get(conversationId) ?? Promise.resolve(emptyConversation);
    // The one before may have failed: that is for whoever asked for it.
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
