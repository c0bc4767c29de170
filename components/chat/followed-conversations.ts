/** What one tab says about one conversation it shows. */
export interface Announcement {
  tabId: string;
  conversationId: string;
  /** The last durable event this tab has; `null`: none. */
  cursor: string | null;
  /** The tab needs everything after its cursor, live text included; otherwise it only says that it is still there. */
  needsReplay: boolean;
}

interface Followed {
  /** Where the next stream starts. */
  cursor: string | null;
  /** The next stream starts before what this one has told: until it is opened, nothing moves the cursor on. */
  isTakenBack: boolean;
  /** Cursors known to be of the log, in its order. */
  seen: Set<string>;
  /** Tab -> when it last said that it is there. */
  tabs: Map<string, number>;
  /** Cursors that tabs brought and this stream has not seen: newer than it, or older than its beginning. */
  unplaced: Set<string>;
}

/**
 * Which conversations the one stream of this browser has to carry, and from where. Event IDs are opaque: of two
 * cursors only "seen" and "not seen" can be told, so a cursor that is not seen is settled once a replay is over.
 * Every answer of `boolean` says whether the stream must be opened again.
 */
export function createFollowedConversations(forgetAfterMs: number) {
  const followed = new Map<string, Followed>();

  const begin = ({ conversationId, cursor, tabId }: Announcement, nowMs: number) => {
    followed.set(conversationId, {
      cursor,
      isTakenBack: false,
      seen: new Set(cursor === null ? [] : [cursor]),
      tabs: new Map([[tabId, nowMs]]),
      unplaced: new Set(),
    });
    return true;
  };

  const remove = (
    isGone: (tabId: string, lastSeenMs: number, conversationId: string) => boolean,
  ): boolean => {
    let isChanged = false;
    for (const [conversationId, { tabs }] of followed) {
      for (const [tabId, lastSeenMs] of tabs)
        if (isGone(tabId, lastSeenMs, conversationId)) tabs.delete(tabId);
      if (tabs.size === 0) isChanged = followed.delete(conversationId) || isChanged;
    }
    return isChanged;
  };

  return {
    announce(announcement: Announcement, nowMs: number): boolean {
      const current = followed.get(announcement.conversationId);
      if (!current) return begin(announcement, nowMs);
      current.tabs.set(announcement.tabId, nowMs);
      if (!announcement.needsReplay) return false;
      const { cursor } = announcement;
      if (cursor === null || current.seen.has(cursor)) {
        current.cursor = earlierOf(current, cursor);
        current.isTakenBack = true;
      } else current.unplaced.add(cursor);
      return true;
    },

    /** A durable event came by. */
    advance(conversationId: string, eventId: string): void {
      const current = followed.get(conversationId);
      if (!current || current.isTakenBack) return;
      current.cursor = eventId;
      current.seen.add(eventId);
    },

    /** The replay is over: a cursor still not seen can only be older than where the stream began. */
    settle(): boolean {
      let isChanged = false;
      for (const current of followed.values()) {
        for (const cursor of current.unplaced) if (current.seen.has(cursor)) current.unplaced.delete(cursor);
        const [older] = current.unplaced;
        if (older === undefined) continue;
        current.unplaced.delete(older);
        current.cursor = older;
        current.isTakenBack = true;
        // All that comes after it comes again, and in order.
        current.seen = new Set([older]);
        isChanged = true;
      }
      return isChanged;
    },

    leave: (tabId: string, conversationId: string | null) =>
      remove((id, _, from) => id === tabId && (conversationId === null || from === conversationId)),
    forget: (nowMs: number) => remove((_, lastSeenMs) => nowMs - lastSeenMs > forgetAfterMs),

    /** The address of the stream that is opened now. `null`: nothing to follow. */
    streamUrl(path: string): string | null {
      if (followed.size === 0) return null;
      const query = new URLSearchParams();
      for (const [id, current] of followed) {
        query.append('conversation', current.cursor === null ? id : `${id}@${current.cursor}`);
        current.isTakenBack = false;
        // From its beginning all of it comes again, and in order.
        if (current.cursor === null) current.seen = new Set();
      }
      return `${path}?${query}`;
    },
  };
}

/** Of where the next stream starts and a cursor that is seen, the earlier one; before all of them is `null`. */
function earlierOf({ cursor, seen }: Followed, other: string | null): string | null {
  if (cursor === null || other === null) return null;
  for (const id of seen) if (id === cursor || id === other) return id;
  return other;
}
