import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { limits } from '#lib/core/limits.ts';
import { type ConversationEvent, durableEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { createEventStreams, type EventStreams } from '#lib/streams/event-streams.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, message, newId } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const author = { id: 'a', name: 'A' };
const patienceMs = 10_000;

/** Reads a stream only on request, and records what it received. */
function readerOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const events: ConversationEvent[] = [];
  let remaining = '';
  let isOver = false;
  return {
    events,
    isOver: () => isOver,
    liveText: () => reduceEvents(events).live?.text ?? '',
    async read() {
      const { done, value } = await reader.read();
      if (done) {
        isOver = true;
        return;
      }
      const parts = (remaining + decoder.decode(value, { stream: true })).split('\n\n');
      remaining = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data) events.push(JSON.parse(data));
      }
    },
    cancel: () => reader.cancel(),
  };
}

/** What streams promise on any store: late and slow readers are not disconnected. */
export function describeStreams(open: StoreOpener): void {
  const opened = openedStores(open);
  const events = () => opened().stores.events;
  const streams: EventStreams[] = [];

  const follow = (id: string) => {
    const opening = createEventStreams(opened().elsewhere.events, (error) => {
      throw error;
    });
    streams.push(opening);
    return readerOf(
      opening.open({
        memberId: 'a',
        conversations: [{ id, cursor: null }],
        form: 'single',
        stillMay: null,
      }),
    );
  };

  const beginAnswer = async (): Promise<string> => {
    const id = newId('conv');
    const asked = { messageId: 'msg_u', runId: 'run_1', content: 'hi', author, attachments: [] };
    const started = { runId: 'run_1', messageId: 'msg_u', model: 'm' };
    await events().append(id, [
      durableEvent('user.message', asked, isoAfter(0)),
      durableEvent('run.started', started, isoAfter(0)),
    ]);
    return id;
  };
  const delta = (deltaContent: string, offset: number) =>
    ephemeralEvent('assistant.message_delta', { messageId: 'msg_1', deltaContent, offset }, isoAfter(0));

  test('a reader that joins a long answer gets its text in one delta, follows it slowly and is not disconnected', async () => {
    const id = await beginAnswer();
    // Two minutes of an answer: as single events these are more than a stream may leave unread.
    const piece = 'some words of a long answer that goes on and on. '.repeat(4);
    const count = limits.liveEvents - 500;
    for (let at = 0; at < count; at += 500) {
      await events().appendLive(
        id,
        Array.from({ length: 500 }, (_, index) => delta(piece, (at + index) * piece.length)),
      );
    }
    const joiner = follow(id);
    const text = piece.repeat(count);
    while (joiner.liveText().length < text.length && !joiner.isOver()) await joiner.read();
    expect(joiner.isOver()).toBe(false);
    expect(joiner.liveText()).toBe(text);
    const deltas = () => joiner.events.filter((event) => event.type === 'assistant.message_delta');
    expect(deltas().length).toBe(Math.ceil(text.length / limits.deltaCharacters));
    expect(deltas()[0]?.data).toMatchObject({ offset: 0 });

    // The answer continues, ten times as fast as this reader reads.
    let whole = text;
    for (let round = 0; round < 30; round += 1) {
      for (let index = 0; index < 10; index += 1) {
        await events().appendLive(id, [delta(piece, whole.length)]);
        whole += piece;
      }
      await joiner.read();
    }
    while (joiner.liveText().length < whole.length && !joiner.isOver()) await joiner.read();
    expect(joiner.isOver()).toBe(false);
    expect(joiner.liveText()).toBe(whole);
    await joiner.cancel();
  });

  test('a reader that replays a long past slowly is not disconnected, and receives new events once', async () => {
    const id = newId('conv');
    const long = 'x'.repeat(20_000);
    const count = 4 * Math.ceil(limits.streamBacklogBytes / long.length);
    for (let index = 0; index < count; index += 1) await events().append(id, [message(long, `msg_${index}`)]);
    const joiner = follow(id);
    await joiner.read();
    await events().append(id, [message('meanwhile', 'msg_last')]);
    while (joiner.events.length <= count && !joiner.isOver()) await joiner.read();
    expect(joiner.isOver()).toBe(false);
    const names = joiner.events.map((event) => event.type === 'assistant.message' && event.data.messageId);
    expect(names).toEqual([...Array.from({ length: count }, (_, index) => `msg_${index}`), 'msg_last']);
    await joiner.cancel();
  });

  test('an event longer than the backlog disconnects no reader, whether it is reading at the time or not', async () => {
    const id = await beginAnswer();
    const joiner = follow(id);
    while (joiner.events.length < 2) await joiner.read();
    const huge = 'y'.repeat(2 * limits.streamBacklogBytes);
    for (const [index, content] of ['before', huge, 'after'].entries()) {
      await events().append(id, [message(content, `msg_${index}`)]);
      // Each event is in the stream before the next one arrives.
      await pause(50);
    }
    while (joiner.events.length < 5 && !joiner.isOver()) await joiner.read();
    expect(joiner.isOver()).toBe(false);
    expect(joiner.events.at(-1)).toMatchObject({ data: { content: 'after' } });
    await joiner.cancel();
  });

  test('a reader that reads nothing is disconnected when its backlog is full, and memory stays bounded', async () => {
    const id = await beginAnswer();
    const joiner = follow(id);
    while (joiner.events.length < 2) await joiner.read();
    const long = 'z'.repeat(limits.streamChunkBytes);
    const enough = 2 + limits.streamBacklogBytes / limits.streamChunkBytes;
    for (let index = 0; index < 2 * enough; index += 1) {
      await events().append(id, [message(long, `msg_${index}`)]);
    }
    await vi.waitFor(() => expect(streams.at(-1)?.openCount()).toBe(0), patienceMs);
    // It can still read its backlog, and then the stream ends.
    while (!joiner.isOver()) await joiner.read();
    expect(joiner.events.length).toBeLessThanOrEqual(2 + enough);
  });
}
