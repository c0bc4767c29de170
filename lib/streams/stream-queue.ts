import { limits } from '../core/limits.ts';

/** Buffers bytes for one reader, who consumes them at their own pace. */
export interface StreamQueue {
  readable: ReadableStream<Uint8Array>;
  /** Queues past events; the writer waits for `drained` before it queues much more. */
  replay(bytes: Uint8Array): void;
  /** Queues new events without waiting; if too many bytes are buffered, the stream ends. */
  send(bytes: Uint8Array): void;
  /** Resolves once the reader has consumed what was replayed, or the stream has ended. */
  drained(): Promise<void>;
  /** Replayed bytes that have not been consumed yet. */
  replayedBytes(): number;
  isEmpty(): boolean;
  /** Ends the stream once the reader has consumed what is buffered. */
  end(): void;
  /** Resolves once the stream has ended that way, or the reader has gone. */
  finished: Promise<void>;
  /** How often the reader has consumed something. */
  takenCount(): number;
}

/** Takes bytes as they come, without a promise for each of them: a response. */
export interface ByteSink {
  /** Returns `false` if it takes no more until `onDrain` calls back. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  onDrain(go: () => void): void;
  onClose(gone: () => void): void;
}

const pipes = new WeakMap<ReadableStream<Uint8Array>, (sink: ByteSink) => void>();

/**
 * How to send a queue on without reading its stream, which takes promises for each event and viewer.
 * `null`: the stream is not of a queue.
 */
export const directPipeOf = (readable: ReadableStream<Uint8Array>): ((sink: ByteSink) => void) | null =>
  pipes.get(readable) ?? null;

interface Queued {
  bytes: Uint8Array;
  isReplay: boolean;
}

/** @param onEnd called once: the reader has gone, left too much unread, or `end` was called */
export function createStreamQueue(onEnd: () => void): StreamQueue {
  const queue: Queued[] = [];
  const waiting: (() => void)[] = [];
  const finished = Promise.withResolvers<void>();
  let reader: ReadableStreamDefaultController<Uint8Array> | null = null;
  let wake: (() => void) | null = null;
  let sink: ByteSink | null = null;
  let replayedBytes = 0;
  let backlogBytes = 0;
  let used = 0;
  let isEnded = false;

  const end = () => {
    if (isEnded) return;
    isEnded = true;
    onEnd();
    deliver();
    releaseWaiting();
  };

  const releaseWaiting = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };

  const takeNext = (): Uint8Array[] => {
    const parts: Uint8Array[] = [];
    for (let size = 0; size < limits.streamChunkBytes; ) {
      const next = queue.shift();
      if (!next) break;
      if (next.isReplay) replayedBytes -= next.bytes.byteLength;
      else backlogBytes -= countedBytes(next.bytes);
      size += next.bytes.byteLength;
      parts.push(next.bytes);
    }
    return parts;
  };

  const take = (): Uint8Array => {
    const bytes = concat(takeNext());
    used += 1;
    if (replayedBytes === 0) releaseWaiting();
    return bytes;
  };

  /** Gives a sink what it takes. */
  const flow = () => {
    const open = sink;
    if (open === null) return;
    while (queue.length > 0) {
      if (open.write(take())) continue;
      sink = null;
      open.onDrain(() => {
        sink = open;
        flow();
      });
      return;
    }
    if (!isEnded) return;
    sink = null;
    open.end();
    finished.resolve();
  };

  const cancel = () => {
    queue.length = 0;
    wake = null;
    sink = null;
    finished.resolve();
    end();
  };

  /** Gives a waiting reader what is buffered. */
  const deliver = () => {
    flow();
    if (wake === null || (queue.length === 0 && !isEnded)) return;
    const done = wake;
    wake = null;
    if (queue.length > 0) {
      reader?.enqueue(take());
    } else {
      reader?.close();
      finished.resolve();
    }
    done();
  };

  const readable = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        reader = controller;
        return new Promise<void>((resolve) => {
          wake = resolve;
          deliver();
        });
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  pipes.set(readable, (response) => {
    sink = response;
    response.onClose(cancel);
    flow();
  });

  return {
    readable,
    replay(bytes) {
      if (isEnded) return;
      replayedBytes += bytes.byteLength;
      queue.push({ bytes, isReplay: true });
      deliver();
    },
    send(bytes) {
      if (isEnded) return;
      backlogBytes += countedBytes(bytes);
      queue.push({ bytes, isReplay: false });
      deliver();
      if (backlogBytes > limits.streamBacklogBytes) end();
    },
    async drained() {
      if (replayedBytes === 0 || isEnded) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    replayedBytes: () => replayedBytes,
    isEmpty: () => queue.length === 0,
    end,
    finished: finished.promise,
    takenCount: () => used,
  };
}

/** Caps the counted size of an event, so that a single long event does not make a reader too slow. */
const countedBytes = (bytes: Uint8Array): number => Math.min(bytes.byteLength, limits.streamChunkBytes);

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts);
}
