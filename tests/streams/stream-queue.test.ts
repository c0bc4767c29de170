import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import {
  type ByteSink,
  createStreamQueue,
  directPipeOf,
  type StreamQueue,
} from '#lib/streams/stream-queue.ts';
import { changeLimits } from '../support/change-limits.ts';

changeLimits({ streamBacklogBytes: 1_000, streamChunkBytes: 100 });

const event = (number: number): Uint8Array => Buffer.from(`event ${number}\n`.padEnd(50, '.'));

/** Reads until the end. */
async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read())
    text += Buffer.from(next.value);
  return text;
}

test('a reader that takes a little at a time gets the whole past in order, and the writer waits for them', async () => {
  const queue = createStreamQueue(() => {});
  const reader = queue.readable.getReader();
  let most = 0;
  const writing = (async () => {
    for (let number = 0; number < 100; number += 1) {
      queue.replay(event(number));
      most = Math.max(most, queue.replayedBytes());
      await queue.drained();
    }
    queue.end();
  })();
  const text = await restOf(reader);
  await writing;
  expect(text).toBe(Array.from({ length: 100 }, (_, number) => String(Buffer.from(event(number)))).join(''));
  expect(most).toBeLessThanOrEqual(event(0).byteLength);
});

test('one that reads nothing is let go once too much waits for them, gets what is buffered, and no more is kept', async () => {
  let isOver = false;
  const queue = createStreamQueue(() => {
    isOver = true;
  });
  const reader = queue.readable.getReader();
  let sent = 0;
  while (!isOver) {
    queue.send(event(sent));
    sent += 1;
  }
  expect(sent * event(0).byteLength).toBeLessThanOrEqual(limits.streamBacklogBytes + event(0).byteLength);
  queue.send(Buffer.from('too late'));
  const text = await restOf(reader);
  expect(text).toContain(`event ${sent - 1}\n`);
  expect(text).not.toContain('too late');
  await queue.finished;
});

test('a reader who goes away frees what waits for them, and whoever writes for them', async () => {
  const queue = createStreamQueue(() => {});
  const reader = queue.readable.getReader();
  queue.replay(event(1));
  const waiting = queue.drained();
  await reader.cancel();
  await waiting;
  await queue.finished;
  expect(queue.isEmpty()).toBe(true);
});

/** A response that takes so many chunks before it says that it is full. */
function createSink(takes = Number.POSITIVE_INFINITY) {
  const heard = { text: '', hasEnded: false };
  let left = takes;
  let go = () => {};
  let gone = () => {};
  const sink: ByteSink = {
    write(bytes) {
      heard.text += Buffer.from(bytes);
      left -= 1;
      return left > 0;
    },
    end() {
      heard.hasEnded = true;
    },
    onDrain(next) {
      go = next;
    },
    onClose(next) {
      gone = next;
    },
  };
  const drain = (more: number) => {
    left = more;
    go();
  };
  return { sink, heard, drain, leave: () => gone() };
}

const pipe = (queue: StreamQueue, sink: ByteSink) => directPipeOf(queue.readable)?.(sink);

test('a response gets at once what it takes, and what waits when it takes more, then the end', async () => {
  const queue = createStreamQueue(() => {});
  const { sink, heard, drain } = createSink(2);
  queue.send(event(0));
  pipe(queue, sink);
  for (let number = 1; number < 8; number += 1) queue.send(event(number));
  expect(heard.text).not.toContain('event 2');
  expect(queue.isEmpty()).toBe(false);
  queue.end();
  expect(heard.hasEnded).toBe(false);
  drain(2);
  drain(100);
  const all = Array.from({ length: 8 }, (_, number) => String(Buffer.from(event(number)))).join('');
  expect(heard).toEqual({ text: all, hasEnded: true });
  await queue.finished;
});

test('past events wait for a response that is full', async () => {
  const queue = createStreamQueue(() => {});
  const { sink, drain } = createSink(1);
  pipe(queue, sink);
  queue.send(event(0));
  queue.replay(event(1));
  let isDrained = false;
  const waiting = queue.drained().then(() => {
    isDrained = true;
  });
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  drain(10);
  await waiting;
});

test('a response that takes nothing is ended once too much waits, and one that closes frees all', async () => {
  let ends = 0;
  const queue = createStreamQueue(() => (ends += 1));
  const { sink, heard, leave } = createSink(1);
  pipe(queue, sink);
  for (let number = 0; ends === 0; number += 1) queue.send(event(number));
  expect(heard.hasEnded).toBe(false);
  leave();
  await queue.finished;
  expect(ends).toBe(1);
  expect(queue.isEmpty()).toBe(true);
  queue.send(event(0));
  expect(queue.isEmpty()).toBe(true);
});

test('a stream of anything else is read as it is', () => {
  expect(directPipeOf(new ReadableStream())).toBeNull();
});
