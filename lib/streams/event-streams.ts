import { setTimeout } from 'node:timers/promises';
import { VitrineError } from '../core/errors.ts';
import type { EphemeralEvent } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import type { EventStore } from '../stores/stores.ts';
import { type ConversationReader, createConversationReader, type Follower } from './conversation-reader.ts';
import { audiblePingFrame, type EventFrame, pingFrame, readyFrame, retryFrame } from './event-frame.ts';
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
  stillMay: (() => Promise<boolean>) | null;
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
   * Ends every stream and tells its reader to reconnect in a second. Resolves once readers have consumed
   * everything, or have stopped reading.
   */
  closeAll(): Promise<void>;
}

interface Stream {
  memberId: string;
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

export function createEventStreams(events: EventStore, onError: (error: unknown) => void): EventStreams {
  const readers = new Map<string, ConversationReader>();
  const streams = new Set<Stream>();
  let isClosed = false;

  const readerOf = (id: string): ConversationReader => {
    const known = readers.get(id) ?? createConversationReader(events, id, () => readers.delete(id));
    readers.set(id, known);
    return known;
  };

  const pinging = setInterval(() => {
    for (const stream of streams) ping(stream);
  }, limits.pingMs);
  pinging.unref();

  /**
   * Ends the stream of a reader who lost their right; they learn why when they reconnect. A store that does
   * not answer changes nothing.
   */
  const check = async (stream: Stream) => {
    const may = stream.stillMay === null || (await stream.stillMay().catch(() => true));
    if (!may) stream.queue.end();
  };
  const checking = setInterval(() => {
    for (const stream of streams) void check(stream);
  }, limits.rightsCheckMs);
  checking.unref();

  const admit = (memberId: string) => {
    if (isClosed) throw new VitrineError('draining', 'The server is restarting');
    const open = [...streams].filter((stream) => stream.memberId === memberId).length;
    if (open >= limits.streamsPerMember) {
      throw new VitrineError(
        'too_many_streams',
        `You have ${limits.streamsPerMember} event streams open, which is the limit`,
      );
    }
  };

  return {
    open({ memberId, conversations, form, stillMay }) {
      admit(memberId);
      const leaving: (() => void)[] = [];
      const queue = createStreamQueue(() => {
        streams.delete(stream);
        for (const leave of leaving.splice(0)) leave();
      });
      const stream: Stream = {
        memberId,
        stillMay,
        queue,
        ping: form === 'single' ? pingFrame : audiblePingFrame,
        takenCount: 0,
        idlePings: 0,
      };
      streams.add(stream);
      const bytesOf = (frame: EventFrame) => (form === 'single' ? frame.single() : frame.shared());
      const follower: Follower = {
        async replay(frames) {
          for (const frame of frames) {
            if (!streams.has(stream)) return false;
            queue.replay(bytesOf(frame));
            if (queue.replayedBytes() >= limits.replayedBytes) await queue.drained();
          }
          await queue.drained();
          return streams.has(stream);
        },
        send(frames) {
          for (const frame of frames) queue.send(bytesOf(frame));
        },
      };
      const followAll = async () => {
        for (const { id, cursor } of conversations) {
          const leave = await readerOf(id).follow(follower, cursor);
          // The stream ended while past events were being read.
          if (!streams.has(stream)) return leave();
          leaving.push(leave);
        }
        if (form === 'shared') queue.send(readyFrame);
      };
      followAll().catch((error) => {
        onError(error);
        queue.end();
      });
      return queue.readable;
    },

    announce(event) {
      for (const reader of readers.values()) reader.announce(event);
    },

    openCount: () => streams.size,

    async closeAll() {
      isClosed = true;
      clearInterval(pinging);
      clearInterval(checking);
      const ending = [...streams].map(({ queue }) => {
        queue.send(retryFrame);
        queue.end();
        return queue.finished;
      });
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(ending),
        setTimeout(limits.streamEndMs, null, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
    },
  };
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
