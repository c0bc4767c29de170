import { describe, expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { type DurableEvent, durableEvent } from '#lib/core/vocabulary/events.ts';
import { acceptedMessage, changeOf, checkChanged, rerunRequestOf } from '#lib/runs/queue-decisions.ts';

const ada = { id: 'mem_ada', name: 'Ada' };
const bob = { id: 'mem_bob', name: 'Bob' };
const now = '2026-11-26T10:00:00.000Z';

const message = (at: number, clientMessageId?: string) =>
  durableEvent(
    'user.message',
    {
      runId: `run_${at}`,
      messageId: `msg_${at}`,
      content: `message ${at}`,
      author: ada,
      attachments: [],
      ...(clientMessageId === undefined ? {} : { clientMessageId }),
    },
    now,
  );
const started = (at: number) =>
  durableEvent('run.started', { runId: `run_${at}`, messageId: `msg_${at}`, model: 'm' }, now);

const stateAfter = (...events: readonly { type: string }[]) =>
  reduceEvents(events.map((event, at) => ({ ...event, id: String(at + 1) }) as DurableEvent));

const edit = { attachments: [], messageId: 'msg_2', text: 'other', by: ada, mentions: [bob] };

describe('a message that is sent again', () => {
  test('is known by the ID of its client, for its author', () => {
    const state = stateAfter(message(1, 'c1'));
    expect(acceptedMessage(state, ada, 'c1')).toEqual({ runId: 'run_1', messageId: 'msg_1' });
    expect(acceptedMessage(state, bob, 'c1')).toBeNull();
    expect(acceptedMessage(state, ada, 'c2')).toBeNull();
    expect(acceptedMessage(state, ada, undefined)).toBeNull();
  });
});

describe('a change of a queued message', () => {
  const queued = stateAfter(message(1), started(1), message(2));

  test('is an event, and those who are mentioned now and were not are named', () => {
    const { event, added } = changeOf(queued, edit, now);
    expect(event).toMatchObject({ type: 'message.edited', data: { messageId: 'msg_2', content: 'other' } });
    expect(added).toEqual([bob]);
    expect(changeOf(queued, { ...edit, text: null }, now).event.type).toBe('message.withdrawn');
  });

  test('is refused to others, and once the agent has started on it', () => {
    expect(() => changeOf(queued, { ...edit, by: bob }, now)).toThrow('Only the author');
    expect(() => changeOf(queued, { ...edit, messageId: 'msg_1' }, now)).toThrow('already started');
    expect(() => changeOf(queued, { ...edit, messageId: 'msg_9' }, now)).toThrow();
  });

  test('counts only where the log has it before the run', () => {
    const { event } = changeOf(queued, edit, now);
    const before = [message(1), started(1), message(2)];
    expect(() => checkChanged(stateAfter(...before, event), edit)).not.toThrow();
    const isTaken = stateAfter(message(2), started(2));
    expect(() => checkChanged(isTaken, edit)).toThrow('already started');
  });
});

test('what no call made cannot be run again', () => {
  expect(() => rerunRequestOf(stateAfter(message(1)), 'art_none')).toThrow('cannot be run again');
});
