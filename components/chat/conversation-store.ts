import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';

/**
 * One conversation's state in this tab. Events are buffered and applied together in the next frame, so that a
 * fast stream of deltas costs one render per frame.
 */
export function createConversationStore(initial: ConversationState, nextFrame: (run: () => void) => void) {
  let state = initial;
  let waiting: ConversationEvent[] = [];
  const listeners = new Set<() => void>();

  const flush = () => {
    const events = waiting;
    waiting = [];
    const next = reduceEvents(events, state);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    apply(event: ConversationEvent): void {
      waiting.push(event);
      if (waiting.length === 1) nextFrame(flush);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
