import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { EventStore } from '../stores/stores.ts';
import { type ConversationReader, createConversationReader } from './conversation-reader.ts';
import { audiblePingFrame, type EventFrame, pingFrame, readyFrame, retryFrame } from './event-frame.ts';

export interface StreamRequest {
  memberId: string;
  /** What to follow, and after which event; `null`: from the beginning. */
  conversations: { id: string; cursor: string | null }[];
  /** `single`: one conversation, its cursor as SSE `id`. `shared`: a browser's one stream for all it has open. */
  form: 'single' | 'shared';
  /** Asked again and again while it is open; `null`: its reader may always. */
  stillMay: (() => Promise<boolean>) | null;
}

/** All event streams of this process. */
export interface EventStreams {
  /** @throws VitrineError `too_many_streams`, `draining` */
  open(request: StreamRequest): ReadableStream<Uint8Array>;
  openCount(): number;
  /** Ends every stream and tells its reader to come back in a second. */
  closeAll(): void;
}

interface Stream {
  memberId: string;
  stillMay: StreamRequest['stillMay'];
  write(bytes: Uint8Array): void;
  ping: Uint8Array;
  end(): void;
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
    for (const stream of streams) stream.write(stream.ping);
  }, limits.pingMs);
  pinging.unref();

  /** Whose right is gone is cut off, and learns why when they come back. A store that does not answer decides nothing. */
  const check = async (stream: Stream) => {
    const may = stream.stillMay === null || (await stream.stillMay().catch(() => true));
    if (!may) stream.end();
  };
  const checking = setInterval(() => {
    for (const stream of streams) void check(stream);
  }, limits.rightsCheckMs);
  checking.unref();

  const admit = (memberId: string) => {
    if (isClosed) throw new VitrineError('draining', 'The server is being restarted');
    const open = [...streams].filter((stream) => stream.memberId === memberId).length;
    if (open >= limits.streamsPerMember) {
      throw new VitrineError(
        'too_many_streams',
        `At most ${limits.streamsPerMember} streams are open at a time`,
      );
    }
  };

  return {
    open({ memberId, conversations, form, stillMay }) {
      admit(memberId);
      const leaving: (() => void)[] = [];
      let stream: Stream;
      const forget = () => {
        streams.delete(stream);
        for (const leave of leaving.splice(0)) leave();
      };
      return new ReadableStream<Uint8Array>(
        {
          async start(controller) {
            stream = createStream(controller, { memberId, form, stillMay }, forget);
            streams.add(stream);
            const send = (frames: readonly EventFrame[]) => {
              for (const frame of frames) stream.write(form === 'single' ? frame.single() : frame.shared());
            };
            try {
              for (const { id, cursor } of conversations) {
                leaving.push(await readerOf(id).follow({ send }, cursor));
                // Closed while the past was being read.
                if (!streams.has(stream)) return forget();
              }
              if (form === 'shared') stream.write(readyFrame);
            } catch (error) {
              onError(error);
              stream.end();
            }
          },
          cancel: forget,
        },
        new ByteLengthQueuingStrategy({ highWaterMark: limits.streamBacklogBytes }),
      );
    },

    openCount: () => streams.size,

    closeAll() {
      isClosed = true;
      clearInterval(pinging);
      clearInterval(checking);
      for (const stream of streams) {
        stream.write(retryFrame);
        stream.end();
      }
    },
  };
}

/** A reader that leaves a megabyte unread is cut off: it comes back to its cursor, and memory stays bounded. */
function createStream(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { memberId, form, stillMay }: Omit<StreamRequest, 'conversations'>,
  forget: () => void,
): Stream {
  let isOpen = true;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    forget();
    controller.close();
  };
  return {
    memberId,
    stillMay,
    ping: form === 'single' ? pingFrame : audiblePingFrame,
    write(bytes) {
      if (!isOpen) return;
      controller.enqueue(bytes);
      if ((controller.desiredSize ?? 0) <= 0) end();
    },
    end,
  };
}
