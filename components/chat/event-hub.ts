import type { ConversationEvent } from '../../lib/core/events.ts';
import { type Announcement, createFollowedConversations } from './followed-conversations.ts';
import {
  createStreamConnection,
  type OpenSource,
  type StreamStatus,
  type Timers,
} from './stream-connection.ts';

/** Messages between tabs. */
export type TabMessage =
  | { type: 'leader' }
  | ({ type: 'announce' } & Announcement)
  | { type: 'leave'; tabId: string; conversationId: string | null }
  | { type: 'event'; conversationId: string; event: ConversationEvent }
  /** The replays that tabs requested are complete. */
  | { type: 'told' }
  | { type: 'status'; status: StreamStatus };

/** A component in this tab that shows a conversation. */
interface ConversationReader {
  conversationId: string;
  cursor: () => string | null;
  onEvent: (event: ConversationEvent) => void;
  onStatus: (status: StreamStatus) => void;
}

interface HubDependencies {
  tabId: string;
  streamPath: string;
  openSource: OpenSource;
  timers: Timers;
  /** Sends to all other tabs of this browser; does nothing without a channel. */
  post: (message: TabMessage) => void;
}

const announceEveryMs = 20_000;
const forgetAfterMs = 180_000;
/** Pages mount and unmount in bursts; the stream is opened once for all of them. */
const settleMs = 50;

/**
 * One stream for the whole browser: the leading tab keeps it open and passes events to the others; each tab
 * applies them to its own state. Replays reach every tab, which is harmless since applying an event twice
 * changes nothing.
 */
export function createEventHub(deps: HubDependencies) {
  const readers = new Set<ConversationReader>();
  const followed = createFollowedConversations(forgetAfterMs);
  /** Readers waiting for events after this cursor. New events reach them meanwhile and would hide the gap. */
  const waiting = new Map<ConversationReader, string | null>();
  let isLeader = false;
  let isReopening = false;
  let status: StreamStatus = 'connecting';
  let cancelOpen = () => {};
  let cancelAnnounce = () => {};

  const connection = createStreamConnection({
    openSource: deps.openSource,
    timers: deps.timers,
    url: () => {
      isReopening = false;
      return followed.streamUrl(deps.streamPath);
    },
    onMessage: (data) => {
      const { conversationId, event } = JSON.parse(data) as {
        conversationId: string;
        event: ConversationEvent;
      };
      if (event.id) followed.advance(conversationId, event.id);
      deps.post({ type: 'event', conversationId, event });
      deliver(conversationId, event);
    },
    onReady: () => {
      // The request came after this stream was opened: the next stream answers it.
      if (isReopening) return;
      if (followed.settle()) return reopenSoon();
      deps.post({ type: 'told' });
      waiting.clear();
    },
    onStatus: (next) => {
      deps.post({ type: 'status', status: next });
      setStatus(next);
    },
  });

  const reopenSoon = () => {
    isReopening = true;
    cancelOpen();
    cancelOpen = deps.timers.after(settleMs, connection.open);
  };
  const setStatus = (next: StreamStatus) => {
    status = next;
    for (const reader of readers) reader.onStatus(next);
  };
  const deliver = (conversationId: string, event: ConversationEvent) => {
    for (const reader of readers) if (reader.conversationId === conversationId) reader.onEvent(event);
  };

  const announce = (reader: ConversationReader, needsReplay: boolean) => {
    const cursor = waiting.has(reader) ? (waiting.get(reader) ?? null) : reader.cursor();
    if (needsReplay) waiting.set(reader, cursor);
    const { conversationId } = reader;
    const announcement = { tabId: deps.tabId, conversationId, cursor, needsReplay };
    if (!isLeader) deps.post({ type: 'announce', ...announcement });
    else if (followed.announce(announcement, deps.timers.now())) reopenSoon();
  };
  const announceAll = (needsReplay: boolean) => {
    for (const reader of readers) announce(reader, needsReplay);
  };
  const announceLater = () => {
    cancelAnnounce();
    cancelAnnounce = deps.timers.after(announceEveryMs, () => {
      announceAll(false);
      if (isLeader && followed.forget(deps.timers.now())) reopenSoon();
      announceLater();
    });
  };
  const leave = (conversationId: string | null) => {
    const message = { type: 'leave', tabId: deps.tabId, conversationId } as const;
    if (isLeader) handle(message);
    else deps.post(message);
  };

  /** Handles a message of another tab. */
  function handle(message: TabMessage): void {
    switch (message.type) {
      case 'leader':
        announceAll(true);
        break;
      case 'event':
        deliver(message.conversationId, message.event);
        break;
      case 'told':
        waiting.clear();
        break;
      case 'status':
        setStatus(message.status);
        break;
      case 'announce':
        if (isLeader && followed.announce(message, deps.timers.now())) reopenSoon();
        break;
      case 'leave':
        if (isLeader && followed.leave(message.tabId, message.conversationId)) reopenSoon();
        break;
    }
  }

  return {
    handle,
    /** Makes this tab the leader, which keeps the stream open. */
    lead(): void {
      isLeader = true;
      deps.post({ type: 'leader' });
      announceAll(true);
    },
    /** Restored from the back/forward cache: missed events have to be replayed. */
    resume: () => announceAll(true),
    leaveAll: () => leave(null),
    /** @returns a function that stops following */
    follow(reader: ConversationReader): () => void {
      readers.add(reader);
      if (status !== 'connecting') reader.onStatus(status);
      announce(reader, true);
      announceLater();
      return () => {
        readers.delete(reader);
        waiting.delete(reader);
        const isStillRead = [...readers].some(
          ({ conversationId }) => conversationId === reader.conversationId,
        );
        if (!isStillRead) leave(reader.conversationId);
        if (readers.size === 0) cancelAnnounce();
      };
    },
  };
}

export type EventHub = ReturnType<typeof createEventHub>;
