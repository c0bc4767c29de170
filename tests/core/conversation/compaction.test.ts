import { expect, test } from 'vitest';
import { contextOf } from '#lib/core/conversation/compaction.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import type { DurableEvent, DurableType, EventData } from '#lib/core/vocabulary/events.ts';

const ada = { id: 'm1', name: 'Ada' };
let count = 0;
const event = <T extends DurableType>(type: T, data: EventData<T>) => {
  count += 1;
  return {
    v: 1,
    id: `${count}-0`,
    parentId: null,
    timestamp: `2026-11-28T10:00:${String(count % 60).padStart(2, '0')}.000Z`,
    type,
    data,
  } as unknown as DurableEvent;
};
const asks = (name: string, others: Partial<EventData<'user.message'>> = {}) =>
  event('user.message', {
    messageId: `msg_${name}`,
    runId: `run_${name}`,
    content: `${name}?`,
    author: ada,
    attachments: [],
    ...others,
  });
const answers = (name: string, ...steps: string[]) => [
  event('run.started', { runId: `run_${name}`, messageId: `msg_${name}`, model: 'demo' }),
  ...steps.map((step) => event('assistant.message', { messageId: `msg_${step}`, content: step })),
  event('run.finished', { runId: `run_${name}`, outcome: 'completed' }),
];
const compacted = (messageId: string, artifactId = 'art_c') =>
  event('session.compaction_complete', {
    artifactId,
    messageId,
    trigger: 'window',
    preCompactionTokens: 9_000,
    postCompactionTokens: 2_000,
    messagesRemoved: 3,
    summaryContent: `summary ${artifactId}`,
  });
const read = (events: DurableEvent[]) => {
  const { compaction, items } = contextOf(reduceEvents(events));
  const ids = items.map((item) => ('messageId' in item ? item.messageId : item.kind));
  return [compaction?.artifactId ?? null, ...ids];
};
const log = () => [
  ...[asks('a'), ...answers('a', 'a1', 'a2')],
  ...[asks('b'), ...answers('b', 'b1', 'b2')],
  ...[asks('c'), ...answers('c', 'c1')],
];

test('without a compaction all is read as it is', () => {
  expect(read(log())).toEqual([
    null,
    'msg_a',
    'msg_a1',
    'msg_a2',
    'msg_b',
    'msg_b1',
    'msg_b2',
    'msg_c',
    'msg_c1',
  ]);
});

test('with one, its summary and what follows; the message that is answered there is read too', () => {
  expect(read([...log(), compacted('msg_c')])).toEqual(['art_c', 'msg_c', 'msg_c1']);
  expect(read([...log(), compacted('msg_b2')])).toEqual(['art_c', 'msg_b', 'msg_b2', 'msg_c', 'msg_c1']);
});

test('of two, the latest; the same one twice counts once', () => {
  const events = [...log(), compacted('msg_b', 'art_1'), compacted('msg_c', 'art_2')];
  expect(read(events)).toEqual(['art_2', 'msg_c', 'msg_c1']);
  expect(reduceEvents([...events, ...events]).compactions.map(({ artifactId }) => artifactId)).toEqual([
    'art_1',
    'art_2',
  ]);
});

test('another version of a message inside what was compacted is a path without it, or with an earlier one', () => {
  const edit = asks('b2', { replaces: 'msg_b' });
  const events = [...log(), compacted('msg_c'), edit, ...answers('b2', 'x1')];
  expect(read(events)).toEqual([null, 'msg_a', 'msg_a1', 'msg_a2', 'msg_b2', 'msg_x1']);
  const before = [...log(), compacted('msg_a2', 'art_1'), compacted('msg_c', 'art_2')];
  expect(read([...before, edit, ...answers('b2', 'x1')])).toEqual([
    'art_1',
    'msg_a',
    'msg_a2',
    'msg_b2',
    'msg_x1',
  ]);
});

test('a message that is deleted takes the summary with its words along; one after the cut does not', () => {
  const gone = (messageId: string) => event('message.deleted', { messageId, by: ada });
  const state = reduceEvents([...log(), compacted('msg_c'), gone('msg_a')]);
  expect(state.compactions).toEqual([]);
  expect(read([...log(), compacted('msg_c'), gone('msg_a')])[0]).toBeNull();
  expect(read([...log(), compacted('msg_c'), gone('msg_c')])[0]).toBe('art_c');
});
