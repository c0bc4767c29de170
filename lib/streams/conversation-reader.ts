import type { EphemeralEvent } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import type { EventStore } from '../stores/stores.ts';
import type { EventFrame } from './event-frame.ts';
import { createEventFrame } from './event-frame.ts';
import { createLogCursor, type LogCursor } from './log-cursor.ts';

/** One who follows a conversation. */
export interface Follower {
  /** Takes a page of what is past, at its own pace. `false`: it has gone. */
  replay(frames: readonly EventFrame[]): Promise<boolean>;
  /** What comes from now on. It is not waited for. */
  send(frames: readonly EventFrame[]): void;
}

/** The one reader of a conversation in this process: it encodes each event once, for all who follow. */
export interface ConversationReader {
  /**
   * Sends what came after a cursor, then everything as it comes; nothing is missed in between.
   * @returns how to stop following
   */
  follow(follower: Follower, cursor: string | null): Promise<() => void>;
  /** Sends all who follow what is not in the store. */
  announce(event: EphemeralEvent): void;
}

export function createConversationReader(
  events: EventStore,
  conversationId: string,
  onDeserted: () => void,
): ConversationReader {
  const followers = new Set<Follower>();
  /** Of what all followers have been sent. */
  let common: LogCursor | null = null;
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

  const readPage = async (cursor: LogCursor, limit: number) => {
    const { events: found, hasMore } = await cursor.read(limit);
    return { frames: found.map((event) => createEventFrame(conversationId, event)), hasMore };
  };

  const readOn = async (cursor: LogCursor, receivers: Iterable<Follower>): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      const page = await readPage(cursor, limits.eventsPerPage);
      hasMore = page.hasMore;
      if (page.frames.length > 0) for (const receiver of receivers) receiver.send(page.frames);
    }
  };

  /**
   * Page by page, each when the one before has been taken, until little came meanwhile. The others do not wait for it.
   * @returns `false` where the follower has gone
   */
  const replay = async (cursor: LogCursor, follower: Follower): Promise<boolean> => {
    for (let isBehind = true; isBehind; ) {
      const { frames, hasMore } = await readPage(cursor, limits.replayedEvents);
      if (frames.length > 0 && !(await follower.replay(frames))) return false;
      isBehind = hasMore || frames.length > limits.eventsBehind;
    }
    return true;
  };

  const pump = async () => {
    isPumpQueued = false;
    if (common !== null) await readOn(common, followers);
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

  /** The others are brought to the new one's position, until no durable event lies between them. */
  const join = async (own: LogCursor, follower: Follower): Promise<void> => {
    await readOn(own, [follower]);
    common ??= own.copy();
    while (common.durable() !== own.durable()) {
      await readOn(common, followers);
      await readOn(own, [follower]);
    }
    // Of live text the new one may know more than the others: it hears that twice, which does no harm.
    followers.add(follower);
  };

  return {
    announce(event) {
      const frame = createEventFrame(conversationId, event);
      for (const follower of followers) follower.send([frame]);
    },
    async follow(follower, cursor) {
      joining += 1;
      try {
        const own = createLogCursor(events, conversationId, { durable: cursor, live: null });
        if (await replay(own, follower)) await serially(() => join(own, follower));
      } finally {
        joining -= 1;
        if (!followers.has(follower)) leave(follower);
      }
      return () => leave(follower);
    },
  };
}
