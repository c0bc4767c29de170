import type { ConversationEvent } from '../core/events.ts';
import type { EventPosition, EventStore } from '../stores/stores.ts';
import { type LiveProgress, mergeLive, noProgress } from './merge-live.ts';

/** Where somebody is in a conversation's log, and what they know of the text that is streaming. */
export interface LogCursor {
  /** What came since the last call, live feedback merged. `hasMore`: the limit ended it. */
  read(limit: number): Promise<{ events: ConversationEvent[]; hasMore: boolean }>;
  /** ID of the last durable event read; `null`: none. */
  durable(): string | null;
  /** Another one at the same position. */
  copy(): LogCursor;
}

export function createLogCursor(
  events: EventStore,
  conversationId: string,
  start: EventPosition,
  known: LiveProgress = noProgress,
): LogCursor {
  let position = start;
  let progress = known;
  return {
    async read(limit) {
      const batch = await events.read(conversationId, position, limit);
      position = batch.position;
      const merged = mergeLive(batch.live, progress);
      progress = merged.progress;
      return { events: [...batch.durable, ...merged.events], hasMore: batch.hasMore };
    },
    durable: () => position.durable,
    copy: () => createLogCursor(events, conversationId, position, progress),
  };
}
