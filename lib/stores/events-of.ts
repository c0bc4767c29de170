import { limits } from '../core/limits.ts';
import type { DurableEvent } from '../core/vocabulary/events.ts';
import type { EventStore } from './stores.ts';

/** The durable events of a conversation from the first on, read page by page as they are taken. */
export async function* eventsOf(events: EventStore, conversationId: string): AsyncGenerator<DurableEvent> {
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const page = await events.readDurable(conversationId, after, limits.eventsPerPage);
    yield* page.durable;
    after = page.durable.at(-1)?.id ?? after;
    hasMore = page.hasMore;
  }
}
