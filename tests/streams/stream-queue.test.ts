import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createStreamQueue } from '#lib/streams/stream-queue.ts';
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
