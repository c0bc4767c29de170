import { describe, expect, test } from 'vitest';
import {
  type ConversationState,
  emptyConversation,
  reduceEvents,
} from '../../lib/core/conversation-state.ts';
import {
  type ConversationEvent,
  type DurableType,
  durableEvent,
  type EphemeralType,
  type EventData,
  ephemeralEvent,
} from '../../lib/core/events.ts';
import { sampleEventData } from '../support/sample-events.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
let lastId = 0;
const durable = <T extends DurableType>(type: T, change: Partial<EventData<T>> = {}): ConversationEvent => {
  lastId += 1;
  const event = durableEvent(type, { ...sampleEventData[type], ...change }, timestamp);
  return { ...event, id: String(lastId) } as ConversationEvent;
};
const live = <T extends EphemeralType>(type: T, data: EventData<T>): ConversationEvent =>
  ephemeralEvent(type, data, timestamp) as ConversationEvent;

const asked = (runId: string) =>
  durable('user.message', { runId, messageId: `msg_${runId}`, content: runId });
const started = (runId: string) => durable('run.started', { runId, messageId: `msg_${runId}` });
const delta = (deltaContent: string, offset: number, messageId = 'msg_b') =>
  live('assistant.message_delta', { messageId, deltaContent, offset });
const kinds = (state: ConversationState) => state.items.map((item) => item.kind);
const running = reduceEvents([asked('run_a'), started('run_a')]);

describe('the conversation', () => {
  test('is told by its first event, and named by the last name it got', () => {
    const state = reduceEvents([
      durable('session.start'),
      durable('conversation.renamed', { title: 'A' }),
      durable('conversation.renamed', { title: 'B' }),
    ]);
    expect(state).toMatchObject({ model: 'demo', workspace: 'vitrine', git: { branch: null }, title: 'B' });
    expect(reduceEvents([durable('session.start', { git: undefined })]).git).toBeNull();
    expect(emptyConversation).toMatchObject({ cursor: null, title: null, items: [] });
  });
});

describe('a message', () => {
  test('waits in the queue, in order, and enters the thread when its run starts', () => {
    const waiting = reduceEvents([asked('run_a'), asked('run_b')]);
    expect(waiting.queued.map(({ runId }) => runId)).toEqual(['run_a', 'run_b']);
    expect(waiting.items).toEqual([]);
    const taken = reduceEvents([started('run_a')], waiting);
    expect(taken.queued.map(({ runId }) => runId)).toEqual(['run_b']);
    expect(taken.items).toMatchObject([{ kind: 'user', content: 'run_a' }]);
    expect(taken).toMatchObject({ activeRunId: 'run_a', runs: { run_a: { status: 'running' } } });
  });

  test('whose run never started enters the thread with the word on it, and the running run goes on', () => {
    const state = reduceEvents(
      [asked('run_b'), durable('run.finished', { runId: 'run_b', outcome: 'aborted' })],
      running,
    );
    expect(kinds(state)).toEqual(['user', 'user', 'notice']);
    expect(state).toMatchObject({ activeRunId: 'run_a', queued: [], runs: { run_b: { status: 'aborted' } } });
  });

  test('keeps what the client called it, so that a draft finds its message', () => {
    const without = durable('user.message', { clientMessageId: undefined });
    expect(reduceEvents([asked('run_a')]).queued[0]?.clientMessageId).toBe('c1');
    expect(reduceEvents([without]).queued[0]?.clientMessageId).toBeNull();
  });
});

describe('a run', () => {
  test('that completed leaves no notice; any other end does, with its error', () => {
    const end = (outcome: EventData<'run.finished'>['outcome']) =>
      reduceEvents([durable('run.finished', { outcome })], running).items.slice(1);
    expect(end('completed')).toEqual([]);
    for (const outcome of ['failed', 'aborted', 'interrupted', 'step_limit', 'budget'] as const)
      expect(end(outcome)).toMatchObject([{ kind: 'notice', outcome, error: { code: 'x', message: 'y' } }]);
  });

  test('ends once, and does not start again', () => {
    const ended = reduceEvents([durable('run.finished', { outcome: 'completed' })], running);
    const again = [durable('run.finished', { outcome: 'failed' }), started('run_a'), asked('run_a')];
    expect({ ...reduceEvents(again, ended), cursor: ended.cursor }).toEqual(ended);
    expect(ended).toMatchObject({ activeRunId: null, live: null, runs: { run_a: { status: 'completed' } } });
  });
});

describe('a tool call', () => {
  const requested = reduceEvents([durable('assistant.message')], running);

  test('is requested, runs, and is complete with its result', () => {
    expect(requested.toolCalls.t1).toMatchObject({ status: 'requested', toolName: 'read_file' });
    const progress = live('tool.execution_progress', sampleEventData['tool.execution_progress']);
    const state = reduceEvents([durable('tool.execution_start'), progress], requested);
    expect(state.toolCalls.t1).toMatchObject({ status: 'running', progress: '50 %', startedAt: timestamp });
    const done = reduceEvents([durable('tool.execution_complete'), progress], state);
    expect(done.toolCalls.t1).toMatchObject({
      status: 'complete',
      progress: null,
      result: { success: true },
    });
    expect(done.toolCalls.t1?.result?.result?.content).toBe('view');
  });

  test('that ended without having started is complete', () => {
    const state = reduceEvents([durable('tool.execution_complete')], requested);
    expect(state.toolCalls.t1).toMatchObject({ status: 'complete', startedAt: null });
    expect(reduceEvents([durable('tool.execution_start')], state).toolCalls.t1?.status).toBe('complete');
  });

  test('that nobody asked for changes nothing', () => {
    for (const toolCallId of ['t9', 'constructor', '__proto__', 'toString'])
      for (const type of ['tool.execution_start', 'tool.execution_complete'] as const)
        expect(reduceEvents([durable(type, { toolCallId })], requested).toolCalls, toolCallId).toEqual(
          requested.toolCalls,
        );
  });
});

describe('a delta', () => {
  const text = (...events: ConversationEvent[]) => reduceEvents(events, running).live?.text ?? null;

  test('applies only where it fits', () => {
    expect(text(delta('He', 0), delta('llo', 2))).toBe('Hello');
    expect(text(delta('He', 0), delta('He', 0))).toBe('He');
    expect(text(delta('He', 0), delta('Hello', 0))).toBe('Hello');
    expect(text(delta('Hello', 0), delta('He', 0))).toBe('Hello');
    expect(text(delta('He', 0), delta('o', 4))).toBe('He');
    expect(text(delta('llo', 2))).toBeNull();
  });

  test('of reasoning stands beside the text', () => {
    const think = live('assistant.reasoning_delta', { messageId: 'msg_b', deltaContent: 'hm', offset: 0 });
    expect(reduceEvents([think, delta('He', 0)], running).live).toMatchObject({
      text: 'He',
      reasoning: 'hm',
    });
  });

  test('of a message that is finished, or after its run, is ignored', () => {
    const finished = reduceEvents([delta('He', 0), durable('assistant.message')], running);
    expect(finished.live).toBeNull();
    expect(reduceEvents([delta('He', 0)], finished).live).toBeNull();
    const ended = reduceEvents([delta('He', 0), durable('run.finished')], running);
    expect(reduceEvents([delta('He', 0), delta('x', 0, 'msg_z')], ended).live).toBeNull();
  });

  test('of the next message takes the place of the one before', () => {
    expect(text(delta('one', 0), delta('two', 0, 'msg_c'))).toBe('two');
    expect(text(delta('one', 0), delta('two', 3, 'msg_c'))).toBe('one');
  });
});

test('live feedback moves no cursor', () => {
  const events = [
    delta('He', 0),
    live('session.idle', {}),
    live('assistant.usage', sampleEventData['assistant.usage']),
  ];
  const state = reduceEvents(events, running);
  expect(state.cursor).toBe(running.cursor);
  expect(state.usage).toEqual(sampleEventData['assistant.usage']);
});
