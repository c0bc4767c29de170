/** A tab's announcement that it shows a conversation. */
export interface Announcement {
  tabId: string;
  conversationId: string;
  /** The last durable event this tab has; `null`: none. */
  cursor: string | null;
  /** The tab needs all events after its cursor, live text included; otherwise it only confirms it is open. */
  needsReplay: boolean;
}

interface Followed {
  /** Where the next stream starts. */
  cursor: string | null;
  /** The next stream starts earlier than this one: until it opens, nothing advances the cursor. */
  isTakenBack: boolean;
  /** Cursors known to be in the log, in log order. */
  seen: Set<string>;
  /** Tab ID -> time of its last announcement, in ms. */
  tabs: Map<string, number>;
  /**
   * Cursors announced by tabs that this stream has not seen: newer than the stream, or older than its start.
   */
  unplaced: Set<string>;
}

/**
 * Tracks which conversations the browser's one stream has to carry, and from where. Event IDs are opaque: a
 * cursor is only known to be seen or not, so an unseen one is settled once a replay is over. Methods that
 * return `boolean` say whether the stream must be reopened.
 */
export function createFollowedConversations(forgetAfterMs: number) {
  const state = openFollowedConversations(forgetAfterMs);
  return {
    announce: (announcement: Announcement, nowMs: number) => announce(state, announcement, nowMs),

    advance: (conversationId: string, eventId: string) => advance(state, conversationId, eventId),

    settle: () => settle(state),

    leave: (tabId: string, conversationId: string | null) =>
      remove(state, (id, _, from) => id === tabId && (conversationId === null || from === conversationId)),
    forget: (nowMs: number) => remove(state, (_, lastSeenMs) => nowMs - lastSeenMs > state.forgetAfterMs),

    streamUrl: (path: string) => streamUrl(state, path),
  };
}

const openFollowedConversations = (forgetAfterMs: number) => ({
  forgetAfterMs,
  followed: new Map<string, Followed>(),
});
type FollowedConversationsState = ReturnType<typeof openFollowedConversations>;

function begin(
  state: FollowedConversationsState,
  { conversationId, cursor, tabId }: Announcement,
  nowMs: number,
) {
  state.followed.set(conversationId, {
    cursor,
    isTakenBack: false,
    seen: new Set(cursor === null ? [] : [cursor]),
    tabs: new Map([[tabId, nowMs]]),
    unplaced: new Set(),
  });
  return true;
}

function remove(
  state: FollowedConversationsState,
  isGone: (tabId: string, lastSeenMs: number, conversationId: string) => boolean,
): boolean {
  let isChanged = false;
  for (const [conversationId, { tabs }] of state.followed) {
    for (const [tabId, lastSeenMs] of tabs) if (isGone(tabId, lastSeenMs, conversationId)) tabs.delete(tabId);
    if (tabs.size === 0) isChanged = state.followed.delete(conversationId) || isChanged;
  }
  return isChanged;
}

function announce(state: FollowedConversationsState, announcement: Announcement, nowMs: number): boolean {
  const current = state.followed.get(announcement.conversationId);
  if (!current) return begin(state, announcement, nowMs);
  current.tabs.set(announcement.tabId, nowMs);
  if (!announcement.needsReplay) return false;
  const { cursor } = announcement;
  if (cursor === null || current.seen.has(cursor)) {
    current.cursor = earlierOf(current, cursor);
    current.isTakenBack = true;
  } else current.unplaced.add(cursor);
  return true;
}

/** Records that a durable event arrived. */
function advance(state: FollowedConversationsState, conversationId: string, eventId: string): void {
  const current = state.followed.get(conversationId);
  if (!current || current.isTakenBack) return;
  current.cursor = eventId;
  current.seen.add(eventId);
}

/** Called when the replay is over: a still unseen cursor can only be older than the stream's start. */
function settle(state: FollowedConversationsState): boolean {
  let isChanged = false;
  for (const current of state.followed.values()) {
    for (const cursor of current.unplaced) if (current.seen.has(cursor)) current.unplaced.delete(cursor);
    const [older] = current.unplaced;
    if (older === undefined) continue;
    current.unplaced.delete(older);
    current.cursor = older;
    current.isTakenBack = true;
    // All events after it are replayed, in order.
    current.seen = new Set([older]);
    isChanged = true;
  }
  return isChanged;
}

/** The address for the stream to open now. `null`: nothing is followed. */
function streamUrl(state: FollowedConversationsState, path: string): string | null {
  if (state.followed.size === 0) return null;
  const query = new URLSearchParams();
  for (const [id, current] of state.followed) {
    query.append('conversation', current.cursor === null ? id : `${id}@${current.cursor}`);
    current.isTakenBack = false;
    // The whole log is replayed, in order.
    if (current.cursor === null) current.seen = new Set();
  }
  return `${path}?${query}`;
}

/** The earlier of the next stream's start and a seen cursor; `null` comes before all of them. */
function earlierOf({ cursor, seen }: Followed, other: string | null): string | null {
  if (cursor === null || other === null) return null;
  for (const id of seen) if (id === cursor || id === other) return id;
  return other;
}
