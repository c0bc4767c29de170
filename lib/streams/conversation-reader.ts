import { limits } from '../core/limits.ts';
import type { EphemeralEvent } from '../core/vocabulary/events.ts';
import type { Appended, EventStore } from '../stores/stores.ts';
import type { EventFrame } from './event-frame.ts';
import { createEventFrame } from './event-frame.ts';
import { createLogCursor, type LogCursor } from './log-cursor.ts';

/** Receives the events of a conversation. */
export interface Follower {
  /**
   * Receives a page of past events, at the follower's own pace. Resolves to `false` if the follower has gone.
   */
  replay(frames: readonly EventFrame[]): Promise<boolean>;
  /** Receives new events. Nobody waits for the follower. */
  send(frames: readonly EventFrame[]): void;
}

/** Reads a conversation once for all its followers in this process, and encodes each event once. */
export interface ConversationReader {
  /**
   * Sends the events after a cursor, then everything as it comes, without a gap.
   * @returns a function that stops following
   */
  follow(follower: Follower, cursor: string | null): Promise<() => void>;
  /** Sends all followers an event that is not in the store. */
  announce(event: EphemeralEvent): void;
}

export function createConversationReader(
  events: EventStore,
  conversationId: string,
  onDeserted: () => void,
  paceMs: () => number = () => 0,
): ConversationReader {
  const followers = new Set<Follower>();
  /** Position up to which all followers have received everything. */
  let common: LogCursor | null = null;
  let working = Promise.resolve();
  let isPumpQueued = false;
  let pumpedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let joining = 0;

  /** Serializes work, so that reads for one follower never overlap those for all. */
  const serially = (work: () => Promise<void>): Promise<void> => {
    const done = working.then(work);
    // The caller gets the error; the next work runs anyway.
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
   * Sends past events page by page, each after the previous one has been consumed, until the follower is
   * nearly up to date. Other followers do not wait for it.
   * @returns `false` if the follower has gone
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
    pumpedMs = performance.now();
    if (common !== null) await readOn(common, followers);
  };

  const onAppend = (appended: Appended) => {
    if (isPumpQueued && (timer === null || appended === 'words')) return;
    isPumpQueued = true;
    // Anything but words may be gone soon after, or is what somebody waits for.
    const waitMs = appended === 'words' ? pumpedMs + paceMs() - performance.now() : 0;
    // A store that does not answer now is read again at the next append, or when it wakes its readers.
    const start = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      serially(pump).catch(() => {});
    };
    if (waitMs > 0) timer = setTimeout(start, waitMs).unref();
    else start();
  };

  const unsubscribe = events.subscribe(conversationId, onAppend);

  const leave = (follower: Follower) => {
    followers.delete(follower);
    if (followers.size > 0 || joining > 0) return;
    if (timer !== null) clearTimeout(timer);
    unsubscribe();
    onDeserted();
  };

  /** Advances the shared cursor and the new follower until both are at the same durable event. */
  const join = async (own: LogCursor, follower: Follower): Promise<void> => {
    await readOn(own, [follower]);
    common ??= own.copy();
    while (common.durable() !== own.durable()) {
      await readOn(common, followers);
      await readOn(own, [follower]);
    }
    // The new follower may know more of the live text than the others and receives that part twice, which is
    // harmless.
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
