import type { ConversationEvent } from '../core/vocabulary/events.ts';
import type { EventPosition, EventStore } from '../stores/stores.ts';
import { type LiveProgress, mergeLive, noProgress } from './merge-live.ts';

/** A position in a conversation's log, and how much of the streaming text is known there. */
export interface LogCursor {
  /** The events since the last call, with live feedback merged. `hasMore`: the limit was reached. */
  read(limit: number): Promise<{ events: ConversationEvent[]; hasMore: boolean }>;
  /** ID of the last durable event read; `null`: none. */
  durable(): string | null;
  /** A second cursor at the same position. */
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
      const batch = await events.read(conversationId, position, limit, { mayLag: true });
      position = batch.position;
      const merged = mergeLive(batch.live, progress);
      progress = merged.progress;
      return { events: [...batch.durable, ...merged.events], hasMore: batch.hasMore };
    },
    durable: () => position.durable,
    copy: () => createLogCursor(events, conversationId, position, progress),
  };
}
