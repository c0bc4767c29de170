import { setTimeout as wait } from 'node:timers/promises';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { EphemeralEvent } from '../core/vocabulary/events.ts';
import type { EventStore } from '../stores/stores.ts';
import { type CheckedReader, checkRights } from './check-rights.ts';
import { type ConversationReader, createConversationReader, type Follower } from './conversation-reader.ts';
import {
  audiblePingFrame,
  type EventFrame,
  listFrame,
  pingFrame,
  readyFrame,
  retryFrame,
} from './event-frame.ts';
import { createListAnnouncer } from './list-announcer.ts';
import { createStreamQueue, type StreamQueue } from './stream-queue.ts';

export interface StreamRequest {
  memberId: string;
  /** The conversations to follow, each after its cursor; `null`: from the start. */
  conversations: { id: string; cursor: string | null }[];
  /**
   * `single`: one conversation, with its cursor as SSE `id`. `shared`: one stream for everything a browser
   * has open.
   */
  form: 'single' | 'shared';
  /** Checked repeatedly while the stream is open; `null`: the reader's right never ends. */
  stillMay: CheckedReader['stillMay'];
}

/** All event streams of this process. */
export interface EventStreams {
  /** @throws VitrineError `too_many_streams`, `draining` */
  open(request: StreamRequest): ReadableStream<Uint8Array>;
  openCount(): number;
  /**
   * Sends every reader of this process, in each conversation they follow, an event that is not in the store.
   */
  announce(event: EphemeralEvent): void;
  /**
   * Tells shared streams of this process that the list of conversations has changed: the first one at once, what
   * follows soon after.
   * @param memberId whose list it is; `null`: everybody's
   */
  announceList(memberId: string | null): void;
  /**
   * Ends every stream and tells its reader to reconnect in a second. Resolves once readers have consumed
   * everything, or have stopped reading.
   */
  closeAll(): Promise<void>;
}

interface Stream {
  memberId: string;
  form: StreamRequest['form'];
  stillMay: StreamRequest['stillMay'];
  queue: StreamQueue;
  ping: Uint8Array;
  /**
   * `takenCount` of the queue at the last ping, and how many pings it has not changed while bytes were
   * waiting.
   */
  takenCount: number;
  idlePings: number;
}

interface StreamsState {
  readonly events: EventStore;
  readonly onError: (error: unknown) => void;
  readonly build: string | null;
  /** How long events are collected before they are sent to all who follow a conversation. */
  readonly paceMs: (() => number) | undefined;
  readonly readers: Map<string, ConversationReader>;
  readonly streams: Set<Stream>;
  isClosed: boolean;
}

/**
 * @param build of this server, which shared streams name
 * @param paceMs how long words are collected before they are sent to viewers; default: not at all
 */
export function createEventStreams(
  events: EventStore,
  onError: (error: unknown) => void,
  build: string | null = null,
  paceMs?: () => number,
): EventStreams {
  const readers: StreamsState['readers'] = new Map();
  const state: StreamsState = {
    events,
    onError,
    build,
    readers,
    streams: new Set(),
    isClosed: false,
    paceMs,
  };
  const pinging = setInterval(() => {
    for (const stream of state.streams) ping(stream);
  }, limits.pingMs);
  let isChecking = false;
  const checking = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    const readers = [...state.streams].map(({ stillMay, queue }) => ({ stillMay, end: queue.end }));
    await checkRights(readers, onError);
    isChecking = false;
  }, limits.rightsCheckMs);
  pinging.unref();
  checking.unref();
  return {
    open: (request) => open(state, request),
    announce(event) {
      for (const reader of state.readers.values()) reader.announce(event);
    },
    announceList: createListAnnouncer((members) => sendList(state.streams, members), paceMs),
    openCount: () => state.streams.size,
    async closeAll() {
      state.isClosed = true;
      clearInterval(pinging);
      clearInterval(checking);
      await endAll(state.streams);
    },
  };
}

function sendList(streams: ReadonlySet<Stream>, members: ReadonlySet<string | null>): void {
  for (const { form, memberId, queue } of streams) {
    if (form === 'shared' && (members.has(null) || members.has(memberId))) queue.send(listFrame);
  }
}

function readerOf({ readers, events, paceMs }: StreamsState, id: string): ConversationReader {
  const known = readers.get(id) ?? createConversationReader(events, id, () => readers.delete(id), paceMs);
  readers.set(id, known);
  return known;
}

function admit({ isClosed, streams }: StreamsState, memberId: string): void {
  if (isClosed) throw new VitrineError('draining', 'The server is restarting');
  const count = [...streams].filter((stream) => stream.memberId === memberId).length;
  if (count < limits.streamsPerMember) return;
  throw new VitrineError(
    'too_many_streams',
    `You have ${limits.streamsPerMember} event streams open, which is the limit`,
  );
}

function open(
  state: StreamsState,
  { memberId, conversations, form, stillMay }: StreamRequest,
): ReadableStream<Uint8Array> {
  admit(state, memberId);
  const leaving: (() => void)[] = [];
  const queue = createStreamQueue(() => {
    state.streams.delete(stream);
    for (const leave of leaving.splice(0)) leave();
  });
  const stream: Stream = {
    memberId,
    form,
    stillMay,
    queue,
    ping: form === 'single' ? pingFrame : audiblePingFrame,
    takenCount: 0,
    idlePings: 0,
  };
  state.streams.add(stream);
  const isOpen = () => state.streams.has(stream);
  const follower = followerOf(queue, form, isOpen);
  const followAll = async () => {
    for (const { id, cursor } of conversations) {
      const leave = await readerOf(state, id).follow(follower, cursor);
      // The stream ended while past events were being read.
      if (!isOpen()) return leave();
      leaving.push(leave);
    }
    if (form === 'shared') queue.send(readyFrame(state.build));
  };
  followAll().catch((error) => {
    state.onError(error);
    queue.end();
  });
  return queue.readable;
}

/** Passes the events of conversations on to a stream. */
function followerOf(queue: StreamQueue, form: StreamRequest['form'], isOpen: () => boolean): Follower {
  const bytesOf = (frame: EventFrame) => (form === 'single' ? frame.single() : frame.shared());
  return {
    async replay(frames) {
      for (const frame of frames) {
        if (!isOpen()) return false;
        queue.replay(bytesOf(frame));
        if (queue.replayedBytes() >= limits.replayedBytes) await queue.drained();
      }
      await queue.drained();
      return isOpen();
    },
    send(frames) {
      for (const frame of frames) queue.send(bytesOf(frame));
    },
  };
}

/** Resolves once readers have consumed everything, or after some time. */
async function endAll(streams: ReadonlySet<Stream>): Promise<void> {
  const ending = [...streams].map(({ queue }) => {
    queue.send(retryFrame);
    queue.end();
    return queue.finished;
  });
  const timeout = new AbortController();
  await Promise.race([
    Promise.all(ending),
    wait(limits.streamEndMs, null, { signal: timeout.signal }).catch(() => {}),
  ]);
  timeout.abort();
}

/**
 * Sends a ping when nothing else is waiting. Ends the stream of a reader that has not read for a long time.
 */
function ping(stream: Stream): void {
  const { queue } = stream;
  const used = queue.takenCount();
  const isStalled = !queue.isEmpty() && used === stream.takenCount;
  stream.takenCount = used;
  stream.idlePings = isStalled ? stream.idlePings + 1 : 0;
  if (queue.isEmpty()) queue.send(stream.ping);
  else if (stream.idlePings >= limits.streamIdlePings) queue.end();
}
