import { expect, test } from 'vitest';
import { forkEvents } from '#lib/core/conversation/fork-events.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { type DurableEvent, type EphemeralEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import { mergeLive, noProgress } from '#lib/streams/merge-live.ts';

const timestamp = '2026-11-30T12:00:00.000Z';
const envelope = { v: 1, timestamp, parentId: null };
const asked = {
  ...{ ...envelope, id: '1', type: 'user.message' },
  data: {
    ...{ messageId: 'msg_1', runId: 'run_1', content: 'Hello', attachments: [] },
    author: { id: 'mem_1', name: 'Ada', pronouns: 'she' },
    mood: 'curious',
  },
};
const newer = { ...envelope, id: '2', type: 'message.translated', data: { messageId: 'msg_1', text: 'Hej' } };
const started = {
  ...envelope,
  id: '3',
  type: 'run.started',
  data: { runId: 'run_1', messageId: 'msg_1', model: 'm' },
};
const log = [asked, newer].map((event) => parseEvent(event) as DurableEvent);

test('what only a newer version knows passes through, types and fields alike', () => {
  expect(log).toEqual([asked, newer]);
});

test('what an event of a known type must have is still checked', () => {
  expect(() => parseEvent({ ...asked, data: { ...asked.data, content: 7 } })).toThrow();
  expect(() => parseEvent({ ...newer, data: 'text' })).toThrow();
  expect(() => parseEvent({ ...newer, type: 7 })).toThrow();
});

test('a newer event moves the cursor and changes nothing else, also below a sub-agent', () => {
  const before = reduceEvents(log.slice(0, 1));
  expect(reduceEvents(log)).toEqual({ ...before, cursor: '2' });
  const nested = parseEvent({ ...newer, parentId: 'nobody' }) as DurableEvent;
  expect(reduceEvents([...log.slice(0, 1), nested])).toEqual({ ...before, cursor: '2' });
});

test('newer live feedback is sent on whole, and changes nothing here', () => {
  const live = ['one', 'two'].map(
    (text) =>
      parseEvent({
        ...envelope,
        id: null,
        ephemeral: true,
        type: 'cursor.moved',
        data: { text },
      }) as EphemeralEvent,
  );
  expect(mergeLive(live, noProgress)).toMatchObject({ events: live });
  const state = reduceEvents(log);
  expect(reduceEvents(live, state)).toEqual(state);
});

test('a newer event is not copied into a fork, since nobody knows what it refers to', () => {
  const nested = parseEvent({ ...newer, id: '4', parentId: 'evt' }) as DurableEvent;
  const whole = [...log, parseEvent(started) as DurableEvent, nested];
  const copied = forkEvents(whole, reduceEvents(whole), 'run_1');
  expect(copied.map(({ type }) => type)).toEqual(['user.message', 'run.started']);
});
