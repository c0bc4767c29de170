import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type EphemeralEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { mergeLive, noProgress } from '#lib/streams/merge-live.ts';

const now = '2026-11-23T00:00:00.000Z';
const text = (deltaContent: string, offset: number, messageId = 'msg_1') =>
  ephemeralEvent('assistant.message_delta', { messageId, deltaContent, offset }, now);
const thought = (deltaContent: string, offset: number) =>
  ephemeralEvent('assistant.reasoning_delta', { messageId: 'msg_1', deltaContent, offset }, now);
const growth = (byteLength: number) =>
  ephemeralEvent(
    'tool.execution_partial_result',
    { toolCallId: 'call_1', artifactId: 'art_1', byteLength, lineCount: null },
    now,
  );
const presence = (id: string, state: 'here' | 'typing') =>
  ephemeralEvent('presence.updated', { member: { id, name: id }, state }, now);
const dataOf = (events: EphemeralEvent[]) => events.map((event) => event.data);

test('text so far is one delta with its offset, and reasoning another', () => {
  const { events } = mergeLive(
    [thought('hm', 0), text('Hel', 0), thought('…', 2), text('lo', 3)],
    noProgress,
  );
  expect(events).toEqual([thought('hm…', 0), text('Hello', 0)]);
});

test('a reader that knows a part gets the remainder, also of a snapshot', () => {
  const first = mergeLive([text('Hel', 0)], noProgress);
  const second = mergeLive([text('Hello', 0), text(' you', 5)], first.progress);
  expect(second.events).toEqual([text('lo you', 3)]);
  expect(mergeLive([text('Hello you', 0)], second.progress).events).toEqual([]);
});

test('the next message begins anew, and a gap stays one', () => {
  const first = mergeLive([text('Hello', 0)], noProgress);
  expect(mergeLive([text('Hi', 0, 'msg_2')], first.progress).events).toEqual([text('Hi', 0, 'msg_2')]);
  expect(mergeLive([text('a', 0), text('c', 9)], noProgress).events).toEqual([text('a', 0), text('c', 9)]);
});

test('of what grows, and of who is there, the latest word is enough', () => {
  const { events } = mergeLive(
    [
      growth(1),
      presence('ada', 'here'),
      growth(2),
      presence('bob', 'here'),
      presence('ada', 'typing'),
      growth(3),
    ],
    noProgress,
  );
  expect(dataOf(events)).toEqual(dataOf([presence('bob', 'here'), presence('ada', 'typing'), growth(3)]));
});

test('a long text comes in parts without a gap', () => {
  const whole = 'x'.repeat(2 * limits.deltaCharacters + 1);
  const { events } = mergeLive([text(whole, 0)], noProgress);
  expect(events).toEqual([
    text(whole.slice(0, limits.deltaCharacters), 0),
    text(whole.slice(0, limits.deltaCharacters), limits.deltaCharacters),
    text('x', 2 * limits.deltaCharacters),
  ]);
});
