import { type ConversationState, emptyConversation } from '../core/conversation-state.ts';
import { reduceEvents } from '../core/reduce-events.ts';
import type { EventStore } from '../stores/stores.ts';
import { readLog } from './conversation-log.ts';

export type ReadState = (conversationId: string) => Promise<ConversationState>;

const conversationsHeld = 8;

/** Reads what conversations are at now. Of those asked for last it holds the state, and reads only what came after. */
export function createStateReader(events: EventStore): ReadState {
  const held = new Map<string, ConversationState>();
  return async (conversationId) => {
    const before = held.get(conversationId) ?? emptyConversation;
    const state = reduceEvents(await readLog(events, conversationId, before.cursor), before);
    held.delete(conversationId);
    held.set(conversationId, state);
    for (const oldest of held.keys()) {
      if (held.size <= conversationsHeld) break;
      held.delete(oldest);
    }
    return state;
  };
}
