import { describe, expect, test } from 'vitest';
import { obstacleTo } from '#lib/core/conversation/continuable.ts';
import { forkEnd, forkEvents } from '#lib/core/conversation/fork-events.ts';
import { nextRun } from '#lib/core/conversation/next-run.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import {
  type DurableEvent,
  durableEvent,
  type EventData,
  type NewEvent,
  type RunOutcome,
} from '#lib/core/vocabulary/events.ts';
import { toModelMessages } from '#lib/runs/model-history.ts';

const by = { id: 'ada', name: 'Ada' };
const at = '2026-11-30T10:00:00.000Z';

const say = (name: string) =>
  durableEvent(
    'user.message',
    { messageId: `msg_${name}`, runId: `run_${name}`, content: name, author: by, attachments: [] },
    at,
  );
const run = (name: string, ofMessage: string, outcome: RunOutcome): NewEvent[] => [
  durableEvent('run.started', { runId: `run_${name}`, messageId: `msg_${ofMessage}`, model: 'm' }, at),
  durableEvent('assistant.message', { messageId: `said_${name}`, content: `answer ${name}` }, at),
  durableEvent('run.finished', { runId: `run_${name}`, outcome }, at),
];
const goOn = (
  name: string,
  from: string,
  ofMessage: string,
  more: Partial<EventData<'run.requested'>> = {},
) =>
  durableEvent(
    'run.requested',
    { runId: `run_${name}`, messageId: `msg_${ofMessage}`, continues: `run_${from}`, by, ...more },
    at,
  );
const logOf = (...events: NewEvent[]): DurableEvent[] =>
  events.map((event, index) => ({ ...event, id: String(index + 1) }) as DurableEvent);
const continued = logOf(
  say('a'),
  ...run('a', 'a', 'interrupted'),
  goOn('b', 'a', 'a'),
  ...run('b', 'a', 'completed'),
);

describe('a run that is continued', () => {
  test('follows what it goes on from, and its run knows who asked for it', () => {
    const { items, runs } = reduceEvents(continued);
    expect(items.map(({ kind }) => kind)).toEqual([
      'user',
      'assistant',
      'notice',
      'continuation',
      'assistant',
    ]);
    expect(items[3]).toMatchObject({ runId: 'run_b', continues: 'run_a' });
    expect(runs.run_b).toMatchObject({ askedBy: by, isAutomatic: false });
  });

  test('is announced to the model between the first part of the answer and the second', () => {
    const messages = toModelMessages(reduceEvents(continued), new Map());
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[2]?.content).toMatch(
      /^\[\[continue: .*the server stopped.*look before you repeat it\.\]\]$/,
    );
  });

  test('comes before messages that wait, and after no other continuation of the same run', () => {
    const state = reduceEvents(
      logOf(say('a'), say('c'), ...run('a', 'a', 'interrupted'), goOn('b', 'a', 'a'), goOn('d', 'a', 'a')),
    );
    expect(state.queued.map(({ runId }) => runId)).toEqual(['run_b', 'run_c']);
    expect(nextRun(state)?.run.runId).toBe('run_b');
  });

  test('comes after urgent messages, which stop what runs', () => {
    const urgent = durableEvent(
      'user.message',
      { messageId: 'msg_u', runId: 'run_u', content: 'u', author: by, attachments: [], isUrgent: true },
      at,
    );
    const state = reduceEvents(logOf(say('a'), ...run('a', 'a', 'interrupted'), goOn('b', 'a', 'a'), urgent));
    expect(state.queued.map(({ runId }) => runId)).toEqual(['run_u', 'run_b']);
  });

  test('goes on below what people wrote to one another since, which nobody loses, and forks take along', () => {
    const toTeam = durableEvent(
      'user.message',
      { messageId: 'msg_t', runId: null, content: 'look', author: by, attachments: [] },
      at,
    );
    const log = logOf(
      say('a'),
      ...run('a', 'a', 'interrupted'),
      toTeam,
      goOn('b', 'a', 'a'),
      ...run('b', 'a', 'completed'),
    );
    const before = reduceEvents(log.slice(0, 5));
    expect(obstacleTo(before, 'run_a')).toBeNull();
    const state = reduceEvents(log);
    expect(state.items.flatMap((item) => ('content' in item ? [item.content] : []))).toEqual([
      'a',
      'answer a',
      'look',
      'answer b',
    ]);
    expect(forkEnd(state, 'msg_a')).toBe('run_b');
    expect(reduceEvents(forkEvents(log, state, 'run_b')).items).toHaveLength(state.items.length);
  });

  test.each([
    ['unknown', 'run_x', [say('a'), ...run('a', 'a', 'interrupted')]],
    ['over', 'run_a', [say('a'), ...run('a', 'a', 'completed')]],
    ['over', 'run_a', [say('a'), ...run('a', 'a', 'aborted')]],
    ['gone_on', 'run_a', [say('a'), ...run('a', 'a', 'failed'), say('c'), ...run('c', 'c', 'completed')]],
    ['gone_on', 'run_a', [say('a'), ...run('a', 'a', 'failed'), say('c')]],
    [
      'deleted',
      'run_a',
      [say('a'), ...run('a', 'a', 'failed'), durableEvent('message.deleted', { messageId: 'msg_a', by }, at)],
    ],
  ] as [string, string, NewEvent[]][])('is refused where it is %s', (obstacle, runId, events) => {
    expect(obstacleTo(reduceEvents(logOf(...events)), runId)).toBe(obstacle);
  });

  test('of a run that nobody knows is none', () => {
    expect(reduceEvents(logOf(say('a'), goOn('b', 'x', 'a'))).queued).toHaveLength(1);
  });

  test('is copied with a fork, from its message and from either part', () => {
    const state = reduceEvents(continued);
    for (const messageId of ['msg_a', 'said_a', 'said_b']) {
      const end = forkEnd(state, messageId) ?? '';
      expect(end).toBe('run_b');
      const copied = forkEvents(continued, state, end);
      expect(reduceEvents(copied).items.map(({ kind }) => kind)).toEqual(state.items.map(({ kind }) => kind));
    }
  });

  test('of a second answer is copied without the first', () => {
    const again = durableEvent(
      'run.requested',
      { runId: 'run_c', messageId: 'msg_a', replaces: 'run_b', by },
      at,
    );
    const log = logOf(
      ...continued.map(({ id: _id, ...event }) => event as NewEvent),
      again,
      ...run('c', 'a', 'failed'),
      goOn('d', 'c', 'a', { isAutomatic: true }),
      ...run('d', 'a', 'completed'),
    );
    const state = reduceEvents(log);
    const copied = reduceEvents(forkEvents(log, state, forkEnd(state, 'msg_a') ?? ''));
    expect(copied.items.flatMap((item) => ('content' in item ? [item.content] : []))).toEqual([
      'a',
      'answer c',
      'answer d',
    ]);
  });
});
