import { describe, expect, test } from 'vitest';
import { readingOf, runsCarrying } from '#lib/core/api/model-reading.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { type DurableType, durableEvent, type EventData } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
type Event = ReturnType<typeof report>;
const report = <T extends DurableType>(type: T, change: Partial<EventData<T>>) =>
  durableEvent(type, { ...sampleEventData[type], ...change }, timestamp);

let messages = 0;
/** A model call that requests these tool calls, and their results. */
function step(
  ...calls: { id: string; name?: string; input?: Json; artifactId?: string; fails?: boolean }[]
): Event[] {
  messages += 1;
  const toolRequests = calls.map(({ id, name = 'read_file', input = {} }) => ({
    toolCallId: id,
    name,
    arguments: input,
  }));
  return [
    report('assistant.message', {
      messageId: `msg_${messages}`,
      content: 'words',
      ...(calls.length > 0 ? { toolRequests } : { toolRequests: undefined }),
    }),
    ...calls.map(({ id, artifactId = null, fails = false }) =>
      report('tool.execution_complete', {
        toolCallId: id,
        success: !fails,
        toolTelemetry: {
          ...sampleEventData['tool.execution_complete'].toolTelemetry,
          artifactId,
          sentTokens: 7,
        },
      }),
    ),
  ];
}

const run = (runId: string, ...steps: Event[][]): Event[] => [
  report('user.message', { runId, messageId: `msg_of_${runId}` }),
  report('run.started', { runId, messageId: `msg_of_${runId}` }),
  ...steps.flat(),
  report('run.finished', { runId, outcome: 'completed' }),
];

const stateOf = (events: Event[]) =>
  reduceEvents(events.map((event, at) => ({ ...event, id: String(at + 1).padStart(6, '0') })) as never);

const reading = (events: Event[], toolCallId: string) => {
  const state = stateOf(events);
  const call = state.toolCalls[toolCallId];
  if (!call) throw new Error('no such call');
  return readingOf(state, call);
};

describe('a result was sent', () => {
  test('in every step after the one that requested it, and in all steps of later runs', () => {
    const events = [
      ...run('run_a', step({ id: 'other' }), step({ id: 'call' }), step({ id: 'more' }), step()),
      ...run('run_b', step({ id: 'last' }), step()),
      ...run('run_c', step()),
    ];
    expect(reading(events, 'call').runs).toEqual([
      { runId: 'run_a', steps: 4, sent: { from: 3, to: 4 } },
      { runId: 'run_b', steps: 2, sent: { from: 1, to: 2 } },
      { runId: 'run_c', steps: 1, sent: { from: 1, to: 1 } },
    ]);
    expect(reading(events, 'last').runs).toEqual([
      { runId: 'run_b', steps: 2, sent: { from: 2, to: 2 } },
      { runId: 'run_c', steps: 1, sent: { from: 1, to: 1 } },
    ]);
  });

  test('until it was compacted, and by the run that was compacted inside as far as it went', () => {
    const compacted = (messageId: string) => [report('session.compaction_complete', { messageId })];
    const [asking, second, third] = [step({ id: 'call' }), step({ id: 'more' }), step()];
    const cut = `msg_${messages - 1}`;
    const events = [...run('run_a', asking, second, compacted(cut), third), ...run('run_b', step())];
    // Its third step reads from the second on.
    expect(reading(events, 'call').runs).toEqual([
      { runId: 'run_a', steps: 3, sent: { from: 2, to: 2 } },
      { runId: 'run_b', steps: 1, sent: null },
    ]);
  });

  test('in no step if none came after it', () => {
    expect(reading(run('run_a', step(), step({ id: 'call' })), 'call').runs).toEqual([
      { runId: 'run_a', steps: 2, sent: null },
    ]);
  });

  test('in no step if the call was never answered', () => {
    const asked = step({ id: 'call' }).slice(0, 1);
    const state = stateOf([...run('run_a', asked), ...run('run_b', step())]);
    const call = state.toolCalls.call;
    expect(call && runsCarrying(state.tree, call)).toEqual([]);
  });
});

describe('a recall', () => {
  const recall = (id: string, ask: Record<string, Json>, more: { fails?: boolean } = {}) =>
    step({ id, name: 'recall_output', input: { artifactId: 'art_a', ...ask }, ...more });

  test('is described by its step, its method and its tokens', () => {
    const events = [
      ...run('run_a', step({ id: 'call', artifactId: 'art_a' }), recall('r1', { lines: '40-62' }), step()),
      ...run(
        'run_b',
        recall('r2', { query: 'pool', lines: null }),
        recall('r3', { jsonPath: '$.a' }),
        step(),
      ),
    ];
    expect(reading(events, 'call').recalls).toEqual([
      { toolCallId: 'r1', runId: 'run_a', step: 2, by: 'lines', asked: '40-62', sentTokens: 7 },
      { toolCallId: 'r2', runId: 'run_b', step: 1, by: 'query', asked: 'pool', sentTokens: 7 },
      { toolCallId: 'r3', runId: 'run_b', step: 2, by: 'jsonPath', asked: '$.a', sentTokens: 7 },
    ]);
  });

  test('that failed, asked for another artifact or was another tool’s call is not counted for this artifact', () => {
    const events = run(
      'run_a',
      step({ id: 'call', artifactId: 'art_a' }),
      recall('r1', { lines: '1-2' }, { fails: true }),
      step({ id: 'r2', name: 'recall_output', input: { artifactId: 'art_b', lines: '1-2' } }),
      step({ id: 'r3', name: 'read_file', input: { artifactId: 'art_a', lines: '1-2' } }),
      step({ id: 'r4', name: 'recall_output', input: ['art_a'] }),
      step({ id: 'r5', name: 'recall_output', input: { artifactId: 'art_a', lines: 7 } }),
    );
    expect(reading(events, 'call').recalls).toEqual([]);
  });
});

test('a result names the secrets that were masked in it', () => {
  const masked = sampleEventData['tool.execution_complete'].toolTelemetry.masked;
  expect(reading(run('run_a', step({ id: 'call' })), 'call').masked).toEqual(masked);
});
