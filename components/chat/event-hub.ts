import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
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
  | { type: 'settled' }
  /** The build of the server, and who asks the leader for it. */
  | { type: 'build'; build: string }
  | { type: 'asks_build' }
  /** The list of conversations has changed, or may have. */
  | { type: 'list' }
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

/** What this tab knows of the stream, and who reads in it. */
interface HubState {
  readonly deps: HubDependencies;
  readonly listReaders: Set<() => void>;
  readonly buildReaders: Set<(build: string) => void>;
  /** Of the server; empty: not known. */
  build: string;
  readonly readers: Set<ConversationReader>;
  readonly followed: ReturnType<typeof createFollowedConversations>;
  /** Readers waiting for events after this cursor. New events reach them meanwhile and would hide the gap. */
  readonly waiting: Map<ConversationReader, string | null>;
  isLeader: boolean;
  isReopening: boolean;
  status: StreamStatus;
  openStream: () => void;
  cancelOpen: () => void;
  cancelAnnounce: () => void;
}

/**
 * One stream for the whole browser: the leading tab keeps it open and passes events to the others; each tab
 * applies them to its own state. Replays reach every tab, which is harmless since applying an event twice
 * changes nothing.
 */
export function createEventHub(deps: HubDependencies) {
  const hub: HubState = {
    deps,
    listReaders: new Set(),
    buildReaders: new Set(),
    build: '',
    readers: new Set(),
    followed: createFollowedConversations(forgetAfterMs),
    waiting: new Map(),
    isLeader: false,
    isReopening: false,
    status: 'connecting',
    openStream: () => connection.open(),
    cancelOpen: () => {},
    cancelAnnounce: () => {},
  };
  const connection = connectionOf(hub);
  return {
    handle: (message: TabMessage): void => handle(hub, message),
    /** Makes this tab the leader, which keeps the stream open. */
    lead(): void {
      hub.isLeader = true;
      hub.deps.post({ type: 'leader' });
      announceAll(hub, true);
      if (hub.listReaders.size > 0) reopenSoon(hub);
    },
    /** Restored from the back/forward cache: missed events have to be replayed. */
    resume: () => announceAll(hub, true),
    leaveAll: () => leave(hub, null),
    /** @returns a function that stops following */
    follow: (reader: ConversationReader): (() => void) => follow(hub, reader),
    /**
     * Calls back whenever the list of conversations has changed, or may have.
     * @returns a function that stops it
     */
    followList: (onChanged: () => void): (() => void) => followList(hub, onChanged),
    /**
     * Calls back with the build of the server, each time that a stream is opened.
     * @returns a function that stops it
     */
    followBuild(onBuild: (build: string) => void): () => void {
      hub.buildReaders.add(onBuild);
      if (hub.build) onBuild(hub.build);
      else hub.deps.post({ type: 'asks_build' });
      return () => hub.buildReaders.delete(onBuild);
    },
  };
}

const connectionOf = (hub: HubState) =>
  createStreamConnection({
    openSource: hub.deps.openSource,
    timers: hub.deps.timers,
    url: () => {
      hub.isReopening = false;
      const { streamPath } = hub.deps;
      return hub.followed.streamUrl(streamPath) ?? (hub.listReaders.size > 0 ? streamPath : null);
    },
    onMessage: (data) => {
      const { conversationId, event } = JSON.parse(data) as {
        conversationId: string;
        event: ConversationEvent;
      };
      if (event.id) hub.followed.advance(conversationId, event.id);
      hub.deps.post({ type: 'event', conversationId, event });
      deliver(hub, conversationId, event);
    },
    onReady: (build) => {
      hub.deps.post({ type: 'build', build });
      setBuild(hub, build);
      // The request came after this stream was opened: the next stream answers it.
      if (hub.isReopening) return;
      if (hub.followed.settle()) return reopenSoon(hub);
      hub.deps.post({ type: 'settled' });
      hub.waiting.clear();
      // What changed while there was no stream was not heard.
      reportList(hub);
    },
    onList: () => reportList(hub),
    onStatus: (next) => {
      hub.deps.post({ type: 'status', status: next });
      setStatus(hub, next);
    },
  });

function follow(hub: HubState, reader: ConversationReader): () => void {
  hub.readers.add(reader);
  if (hub.status !== 'connecting') reader.onStatus(hub.status);
  announce(hub, reader, true);
  announceLater(hub);
  return () => {
    hub.readers.delete(reader);
    hub.waiting.delete(reader);
    const isStillRead = [...hub.readers].some(
      ({ conversationId }) => conversationId === reader.conversationId,
    );
    if (!isStillRead) leave(hub, reader.conversationId);
    if (hub.readers.size === 0) hub.cancelAnnounce();
  };
}

function followList(hub: HubState, onChanged: () => void): () => void {
  const isFirst = hub.listReaders.size === 0;
  hub.listReaders.add(onChanged);
  // Without a reader, and with no conversation, no stream is open.
  const isClosed = isFirst && hub.followed.streamUrl(hub.deps.streamPath) === null;
  if (hub.isLeader && (isClosed || hub.status === 'connecting')) reopenSoon(hub);
  return () => {
    hub.listReaders.delete(onChanged);
  };
}

/** To all tabs; called by the leader. */
function reportList(hub: HubState): void {
  hub.deps.post({ type: 'list' });
  for (const onChanged of hub.listReaders) onChanged();
}

function reopenSoon(hub: HubState): void {
  hub.isReopening = true;
  hub.cancelOpen();
  hub.cancelOpen = hub.deps.timers.after(settleMs, hub.openStream);
}

function setStatus(hub: HubState, next: StreamStatus): void {
  hub.status = next;
  for (const reader of hub.readers) reader.onStatus(next);
}

function setBuild(hub: HubState, build: string): void {
  if (!build) return;
  hub.build = build;
  for (const onBuild of hub.buildReaders) onBuild(build);
}

function deliver(hub: HubState, conversationId: string, event: ConversationEvent): void {
  for (const reader of hub.readers) if (reader.conversationId === conversationId) reader.onEvent(event);
}

function announce(hub: HubState, reader: ConversationReader, needsReplay: boolean): void {
  const cursor = hub.waiting.has(reader) ? (hub.waiting.get(reader) ?? null) : reader.cursor();
  if (needsReplay) hub.waiting.set(reader, cursor);
  const { conversationId } = reader;
  const announcement = { tabId: hub.deps.tabId, conversationId, cursor, needsReplay };
  if (!hub.isLeader) hub.deps.post({ type: 'announce', ...announcement });
  else if (hub.followed.announce(announcement, hub.deps.timers.now())) reopenSoon(hub);
}

function announceAll(hub: HubState, needsReplay: boolean): void {
  for (const reader of hub.readers) announce(hub, reader, needsReplay);
}

function announceLater(hub: HubState): void {
  hub.cancelAnnounce();
  hub.cancelAnnounce = hub.deps.timers.after(announceEveryMs, () => {
    announceAll(hub, false);
    if (hub.isLeader && hub.followed.forget(hub.deps.timers.now())) reopenSoon(hub);
    announceLater(hub);
  });
}

function leave(hub: HubState, conversationId: string | null): void {
  const message = { type: 'leave', tabId: hub.deps.tabId, conversationId } as const;
  if (hub.isLeader) handle(hub, message);
  else hub.deps.post(message);
}

/** Handles a message of another tab. */
function handle(hub: HubState, message: TabMessage): void {
  switch (message.type) {
    case 'leader':
      announceAll(hub, true);
      break;
    case 'event':
      deliver(hub, message.conversationId, message.event);
      break;
    case 'settled':
      hub.waiting.clear();
      break;
    case 'build':
      setBuild(hub, message.build);
      break;
    case 'asks_build':
      if (hub.isLeader && hub.build) hub.deps.post({ type: 'build', build: hub.build });
      break;
    case 'list':
      for (const onChanged of hub.listReaders) onChanged();
      break;
    case 'status':
      setStatus(hub, message.status);
      break;
    case 'announce':
      if (hub.isLeader && hub.followed.announce(message, hub.deps.timers.now())) reopenSoon(hub);
      break;
    case 'leave':
      if (hub.isLeader && hub.followed.leave(message.tabId, message.conversationId)) reopenSoon(hub);
      break;
  }
}

export type EventHub = ReturnType<typeof createEventHub>;
