import type { ConversationEvent } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import type { EventPosition, EventStore } from '../stores/stores.ts';
import type { EventFrame } from './event-frame.ts';
import { createEventFrame } from './event-frame.ts';

/** One who follows a conversation. */
export interface Follower {
  send(frames: readonly EventFrame[]): void;
}

/** The one reader of a conversation in this process: it encodes each event once, for all who follow. */
export interface ConversationReader {
  /**
   * Sends what came after a cursor, then everything as it comes; nothing is missed in between.
   * @returns how to stop following
   */
  follow(follower: Follower, cursor: string | null): Promise<() => void>;
}

export function createConversationReader(
  events: EventStore,
  conversationId: string,
  onDeserted: () => void,
): ConversationReader {
  const followers = new Set<Follower>();
  let position: EventPosition | null = null;
  let working = Promise.resolve();
  let isPumpQueued = false;
  let joining = 0;

  /** One thing at a time: reads for one follower never overlap those for all. */
  const serially = (work: () => Promise<void>): Promise<void> => {
    const done = working.then(work);
    // Who waits for this work hears of its failure; the next work goes on regardless.
    working = done.catch(() => {});
    return done;
  };

  const readOn = async (from: EventPosition, receivers: Iterable<Follower>): Promise<EventPosition> => {
    for (let at = from; ; ) {
      const batch = await events.read(conversationId, at, limits.eventsPerPage);
      at = batch.position;
      const found: ConversationEvent[] = [...batch.durable, ...batch.live];
      const frames = found.map((event) => createEventFrame(conversationId, event));
      if (frames.length > 0) for (const receiver of receivers) receiver.send(frames);
      if (!batch.hasMore) return at;
    }
  };

  const pump = async () => {
    isPumpQueued = false;
    if (position !== null) position = await readOn(position, followers);
  };

  const onAppend = () => {
    if (isPumpQueued) return;
    isPumpQueued = true;
    // A store that does not answer now is read again at the next append, or when it wakes its readers.
    serially(pump).catch(() => {});
  };

  const unsubscribe = events.subscribe(conversationId, onAppend);

  const leave = (follower: Follower) => {
    followers.delete(follower);
    if (followers.size > 0 || joining > 0) return;
    unsubscribe();
    onDeserted();
  };

  return {
    async follow(follower, cursor) {
      joining += 1;
      try {
        await serially(async () => {
          let own = await readOn({ durable: cursor, live: null }, [follower]);
          // The others are brought to where the new one stands, until no durable event lies between them. Live ones may: the
          // new one hears those twice, which does no harm.
          position ??= own;
          while (position.durable !== own.durable) {
            position = await readOn(position, followers);
            own = await readOn(own, [follower]);
          }
          followers.add(follower);
        });
      } finally {
        joining -= 1;
        if (!followers.has(follower)) leave(follower);
      }
      return () => leave(follower);
    },
  };
}
