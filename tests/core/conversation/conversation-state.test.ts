import { describe, expect, test } from 'vitest';
import { type ConversationState, emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import {
  type ConversationEvent,
  type DurableType,
  durableEvent,
  type EphemeralType,
  type EventData,
  ephemeralEvent,
} from '#lib/core/vocabulary/events.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

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

describe('a conversation', () => {
  test('is created by its first event and has the latest title it was given', () => {
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
  test('waits in the queue in order, and enters the thread when its run starts', () => {
    const waiting = reduceEvents([asked('run_a'), asked('run_b')]);
    expect(waiting.queued.map(({ runId }) => runId)).toEqual(['run_a', 'run_b']);
    expect(waiting.items).toEqual([]);
    const accepted = reduceEvents([started('run_a')], waiting);
    expect(accepted.queued.map(({ runId }) => runId)).toEqual(['run_b']);
    expect(accepted.items).toMatchObject([{ kind: 'user', content: 'run_a' }]);
    expect(accepted).toMatchObject({ activeRunId: 'run_a', runs: { run_a: { status: 'running' } } });
  });

  test('that interrupted a run goes before messages that did not, in order among its kind', () => {
    const urgent = (runId: string) =>
      durable('user.message', { runId, messageId: `msg_${runId}`, content: runId, isUrgent: true });
    const waiting = reduceEvents([asked('run_b'), asked('run_c'), urgent('run_d'), urgent('run_e')], running);
    expect(waiting.queued.map(({ runId }) => runId)).toEqual(['run_d', 'run_e', 'run_b', 'run_c']);
  });

  test('can be edited and withdrawn while queued, but not after its run started', () => {
    const edit = (runId: string, content: string) =>
      durable('message.edited', { messageId: `msg_${runId}`, content });
    const withdraw = (runId: string) => durable('message.withdrawn', { messageId: `msg_${runId}` });
    const waiting = reduceEvents([asked('run_b'), asked('run_c')], running);
    const changed = reduceEvents([edit('run_c', 'else'), edit('run_a', 'late'), withdraw('run_a')], waiting);
    expect(changed.queued).toMatchObject([{ content: 'run_b' }, { content: 'else' }]);
    expect(changed.items).toEqual(waiting.items);
    const gone = reduceEvents([withdraw('run_b'), withdraw('run_x'), started('run_b')], changed);
    expect(gone.queued).toMatchObject([{ runId: 'run_c' }]);
    expect(gone.runs.run_b).toBeUndefined();
    expect(gone.activeRunId).toBe('run_a');
  });

  test('whose run never started enters the thread with that notice, and the active run continues', () => {
    const state = reduceEvents(
      [asked('run_b'), durable('run.finished', { runId: 'run_b', outcome: 'aborted' })],
      running,
    );
    expect(kinds(state)).toEqual(['user', 'user', 'notice']);
    expect(state).toMatchObject({ activeRunId: 'run_a', queued: [], runs: { run_b: { status: 'aborted' } } });
  });

  test('keeps its client ID, so that a draft finds its message', () => {
    const without = durable('user.message', { clientMessageId: undefined });
    expect(reduceEvents([asked('run_a')]).queued).toMatchObject([{ kind: 'user', clientMessageId: 'c1' }]);
    expect(reduceEvents([without]).queued).toMatchObject([{ kind: 'user', clientMessageId: null }]);
  });
});

describe('a run', () => {
  test('that completes leaves no notice; any other end leaves one with its error', () => {
    const end = (outcome: EventData<'run.finished'>['outcome']) =>
      reduceEvents([durable('run.finished', { outcome })], running).items.slice(1);
    expect(end('completed')).toEqual([]);
    for (const outcome of ['failed', 'aborted', 'interrupted', 'step_limit', 'budget'] as const)
      expect(end(outcome)).toMatchObject([{ kind: 'notice', outcome, error: { code: 'x', message: 'y' } }]);
  });

  test('that was stopped names the first person who stopped it', () => {
    const stop = (name: string) => durable('run.stop_requested', { by: { id: name, name } });
    const stopped = [stop('Ada'), stop('Bo'), durable('run.finished', { outcome: 'aborted' })];
    expect(reduceEvents(stopped, running).items.at(-1)).toMatchObject({
      kind: 'notice',
      outcome: 'aborted',
      stoppedBy: { name: 'Ada' },
    });
    const unasked = reduceEvents([durable('run.finished', { outcome: 'aborted' })], running);
    expect(unasked.items.at(-1)).toMatchObject({ stoppedBy: null });
  });

  test('ends once and does not restart', () => {
    const ended = reduceEvents([durable('run.finished', { outcome: 'completed' })], running);
    const again = [durable('run.finished', { outcome: 'failed' }), started('run_a'), asked('run_a')];
    expect({ ...reduceEvents(again, ended), cursor: ended.cursor }).toEqual(ended);
    expect(ended).toMatchObject({ activeRunId: null, live: null, runs: { run_a: { status: 'completed' } } });
  });
});

describe('a tool call', () => {
  const requested = reduceEvents([durable('assistant.message')], running);

  test('is requested, runs and completes with its result', () => {
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

  test('that ends without having started is complete', () => {
    const state = reduceEvents([durable('tool.execution_complete')], requested);
    expect(state.toolCalls.t1).toMatchObject({ status: 'complete', startedAt: null });
    expect(reduceEvents([durable('tool.execution_start')], state).toolCalls.t1?.status).toBe('complete');
  });

  test('that was never requested changes nothing', () => {
    for (const toolCallId of ['t9', 'constructor', '__proto__', 'toString'])
      for (const type of ['tool.execution_start', 'tool.execution_complete'] as const)
        expect(reduceEvents([durable(type, { toolCallId })], requested).toolCalls, toolCallId).toEqual(
          requested.toolCalls,
        );
  });
});

describe('a growing result', () => {
  const requested = reduceEvents([durable('assistant.message')], running);
  const atWork = reduceEvents([durable('tool.execution_start')], requested);
  const grown = (byteLength: number, lineCount: number | null = 1) =>
    live('tool.execution_partial_result', { toolCallId: 't1', artifactId: 'art_a', byteLength, lineCount });

  test('belongs to a running call only, and ends when the call completes', () => {
    expect(reduceEvents([grown(5)], requested).toolCalls.t1?.partial).toBeNull();
    const state = reduceEvents([grown(5), grown(12, null)], atWork);
    expect(state.toolCalls.t1?.partial).toEqual({ artifactId: 'art_a', byteLength: 12, lineCount: null });
    const done = reduceEvents([durable('tool.execution_complete'), grown(20)], state);
    expect(done.toolCalls.t1).toMatchObject({ status: 'complete', partial: null });
  });

  test('of a call that was never requested changes nothing', () => {
    const event = grown(5);
    const foreign = { ...event, data: { ...event.data, toolCallId: '__proto__' } } as ConversationEvent;
    expect(reduceEvents([foreign], atWork)).toEqual(atWork);
  });
});

describe('a question of a server', () => {
  const asks = (elicitation: EventData<'tool.elicitation'>['elicitation']) =>
    live('tool.elicitation', { toolCallId: 't1', elicitation });
  const atWork = reduceEvents([durable('assistant.message'), durable('tool.execution_start')], running);
  const asked = {
    id: 'e1',
    server: 'tickets',
    message: 'Which?',
    fields: [],
    timestamp: '2026-03-01T12:00:00.000Z',
  };

  test('is there until it is answered, another is asked, or the call ends', () => {
    const current = reduceEvents([asks(asked), asks({ ...asked, id: 'e2' })], atWork);
    expect(current.toolCalls.t1?.elicitation?.id).toBe('e2');
    expect(reduceEvents([asks(null)], current).toolCalls.t1?.elicitation).toBeNull();
    const done = reduceEvents([durable('tool.execution_complete'), asks(asked)], current);
    expect(done.toolCalls.t1?.elicitation).toBeNull();
  });
});

describe('a terminal', () => {
  const control = (holder: EventData<'tool.terminal_control'>['holder']) =>
    live('tool.terminal_control', { toolCallId: 't1', holder });
  const atWork = reduceEvents([durable('assistant.message'), durable('tool.execution_start')], running);

  test('is controlled by the last person who took it over, until they release it or the call ends', () => {
    const [ada, bob] = [
      { id: 'm1', name: 'Ada' },
      { id: 'm2', name: 'Bob' },
    ];
    const current = reduceEvents([control(ada), control(bob)], atWork);
    expect(current.toolCalls.t1?.terminalHolder).toEqual(bob);
    expect(reduceEvents([control(null)], current).toolCalls.t1?.terminalHolder).toBeNull();
    const done = reduceEvents([durable('tool.execution_complete'), control(ada)], current);
    expect(done.toolCalls.t1?.terminalHolder).toBeNull();
  });
});

describe('a re-run of a call', () => {
  const by = { id: 'm2', name: 'Bob' };
  const complete = reduceEvents(
    [
      durable('assistant.message'),
      durable('tool.execution_start'),
      durable('tool.execution_complete'),
      durable('run.finished', { outcome: 'completed' }),
    ],
    running,
  );
  const again = durable('tool.rerun_requested', { runId: 'run_r', toolCallId: 't1', by });
  const begun = () => durable('run.started', { runId: 'run_r', messageId: '' });
  const replaced = (artifactId: string | null, at = timestamp): ConversationEvent => {
    const { toolTelemetry } = sampleEventData['artifact.replaced'];
    const event = durable('artifact.replaced', { by, toolTelemetry: { ...toolTelemetry, artifactId } });
    return { ...event, timestamp: at };
  };
  const grown = live('tool.execution_partial_result', {
    toolCallId: 't1',
    artifactId: 'art_b',
    byteLength: 7,
    lineCount: 1,
  });

  test('waits in the queue like a message, takes its turn and never enters the thread', () => {
    const waiting = reduceEvents([again, asked('run_m')], complete);
    expect(waiting.queued).toMatchObject([
      { kind: 'rerun', runId: 'run_r', toolCallId: 't1', by },
      { kind: 'user', runId: 'run_m' },
    ]);
    expect(waiting.runs.run_r).toMatchObject({ status: 'queued', messageId: null, rerunOf: 't1' });
    const atWork = reduceEvents([begun()], waiting);
    expect(atWork).toMatchObject({ activeRunId: 'run_r', queued: [{ runId: 'run_m' }] });
    const ended = reduceEvents([durable('run.finished', { runId: 'run_r', outcome: 'completed' })], atWork);
    for (const state of [waiting, atWork, ended]) expect(state.items).toEqual(complete.items);
    expect(ended.activeRunId).toBeNull();
  });

  test('is active while its run is, and its live output ends with the run', () => {
    expect(reduceEvents([again, grown], complete).toolCalls.t1?.partial).toBeNull();
    const atWork = reduceEvents([again, begun(), grown], complete);
    expect(atWork.toolCalls.t1).toMatchObject({ status: 'complete', partial: { byteLength: 7 } });
    const stopped = reduceEvents([durable('run.finished', { runId: 'run_r', outcome: 'aborted' })], atWork);
    expect(stopped.toolCalls.t1?.partial).toBeNull();
    expect(reduceEvents([grown], stopped).toolCalls.t1?.partial).toBeNull();
  });

  test('shows the new result and keeps the one the model has read', () => {
    const state = reduceEvents([again, begun(), grown, replaced('art_b')], complete);
    expect(state.toolCalls.t1).toMatchObject({
      partial: null,
      replacement: { artifactId: 'art_b', by, durationMs: 2.5, timestamp },
    });
    expect(state.toolCalls.t1?.result).toEqual(complete.toolCalls.t1?.result);
    expect(state.knownFiles).toEqual(complete.knownFiles);
  });

  test('shows the latest stored result even if an older event is read again; a result that was not stored is skipped', () => {
    const first = replaced('art_b');
    const second = replaced('art_c', '2026-03-01T12:00:01.000Z');
    const state = reduceEvents([first, second, first], complete);
    expect(state.toolCalls.t1?.replacement?.artifactId).toBe('art_c');
    expect(state.toolCalls.t1?.earlier).toEqual([{ artifactId: 'art_b', timestamp }]);
    expect(reduceEvents([replaced(null)], complete).toolCalls.t1?.replacement).toBeNull();
  });
});

describe('a change to files', () => {
  const by = { id: 'm2', name: 'Bob' };
  const at = (event: ConversationEvent, seconds: number): ConversationEvent => ({
    ...event,
    timestamp: `2026-03-01T12:00:0${seconds}.000Z`,
  });

  test('is undone or redone by the latest event about it, also when the log is read again', () => {
    const log = [
      at(durable('change.undone', { artifactId: 'art_a', by }), 1),
      at(durable('change.undone', { artifactId: 'art_b', by }), 2),
      at(durable('change.redone', { artifactId: 'art_a', by }), 3),
    ];
    const state = reduceEvents(log);
    expect(state.undoings).toMatchObject({
      art_a: { isUndone: false, by, timestamp: '2026-03-01T12:00:03.000Z' },
      art_b: { isUndone: true },
    });
    for (let from = 0; from < log.length; from += 1)
      expect(reduceEvents(log.slice(from), state)).toEqual(state);
  });
});

test('the conversation state has, for each file, the content the model last read or wrote, or that the file is absent', () => {
  const base = sampleEventData['tool.execution_complete'];
  const calls = ['t1', 't2', 't3'].map((toolCallId) => ({ toolCallId, name: 'read_file', arguments: {} }));
  const done = (toolCallId: string, knownFiles: { path: string; sha256: string | null }[] | undefined) =>
    durable('tool.execution_complete', { toolCallId, toolTelemetry: { ...base.toolTelemetry, knownFiles } });
  const log = [
    durable('assistant.message', { toolRequests: calls }),
    done('t1', [
      { path: 'a', sha256: 'old' },
      { path: 'b', sha256: 'b' },
    ]),
    done('t2', [
      { path: 'a', sha256: 'new' },
      { path: 'c', sha256: null },
    ]),
    done('t3', undefined),
  ];
  const state = reduceEvents(log, running);
  expect(state.knownFiles).toEqual({ a: 'new', b: 'b', c: null });
  expect(reduceEvents(log.slice(1), state).knownFiles).toEqual(state.knownFiles);
});

test('names of masked secrets stay attached to their secrets', () => {
  const base = sampleEventData['tool.execution_complete'];
  const calls = ['t1', 't2'].map((toolCallId) => ({ toolCallId, name: 'read_file', arguments: {} }));
  const done = (toolCallId: string, masked: { name: string; fingerprint: string; count: number }[]) =>
    durable('tool.execution_complete', { toolCallId, toolTelemetry: { ...base.toolTelemetry, masked } });
  const one = { name: 'github token #1', fingerprint: 'a1', count: 2 };
  const other = { name: 'password #1', fingerprint: 'b2', count: 1 };
  const log = [
    durable('assistant.message', { toolRequests: calls }),
    done('t1', [one]),
    done('t2', [one, other]),
  ];
  const state = reduceEvents(log, running);
  expect(state.maskedSecrets).toEqual({ a1: 'github token #1', b2: 'password #1' });
  expect(reduceEvents(log.slice(1), state).maskedSecrets).toEqual(state.maskedSecrets);
});

describe('a text delta', () => {
  const text = (...events: ConversationEvent[]) => reduceEvents(events, running).live?.text ?? null;

  test('applies only at the offset it was made for', () => {
    expect(text(delta('He', 0), delta('llo', 2))).toBe('Hello');
    expect(text(delta('He', 0), delta('He', 0))).toBe('He');
    expect(text(delta('He', 0), delta('Hello', 0))).toBe('Hello');
    expect(text(delta('Hello', 0), delta('He', 0))).toBe('Hello');
    expect(text(delta('He', 0), delta('o', 4))).toBe('He');
    expect(text(delta('llo', 2))).toBeNull();
  });

  test('of reasoning is separate from the text', () => {
    const think = live('assistant.reasoning_delta', { messageId: 'msg_b', deltaContent: 'hm', offset: 0 });
    expect(reduceEvents([think, delta('He', 0)], running).live).toMatchObject({
      text: 'He',
      reasoning: 'hm',
    });
  });

  test('is ignored after its message is finished or its run has ended', () => {
    const finished = reduceEvents([delta('He', 0), durable('assistant.message')], running);
    expect(finished.live).toBeNull();
    expect(reduceEvents([delta('He', 0)], finished).live).toBeNull();
    const ended = reduceEvents([delta('He', 0), durable('run.finished')], running);
    expect(reduceEvents([delta('He', 0), delta('x', 0, 'msg_z')], ended).live).toBeNull();
  });

  test('of the next message replaces the previous message’s', () => {
    expect(text(delta('one', 0), delta('two', 0, 'msg_c'))).toBe('two');
    expect(text(delta('one', 0), delta('two', 3, 'msg_c'))).toBe('one');
  });
});

test('live deltas do not move the cursor', () => {
  const events = [
    delta('He', 0),
    live('session.idle', {}),
    live('assistant.usage', sampleEventData['assistant.usage']),
  ];
  const state = reduceEvents(events, running);
  expect(state.cursor).toBe(running.cursor);
  expect(state.usage).toEqual(sampleEventData['assistant.usage']);
});

describe('a person’s presence', () => {
  const ada = { id: 'mem_a', name: 'Ada' };
  const presence = (state: 'here' | 'typing' | 'left', seconds: number, member = ada): ConversationEvent =>
    ephemeralEvent(
      'presence.updated',
      { member, state },
      `2026-03-01T12:00:0${seconds}.000Z`,
    ) as ConversationEvent;

  test('is their latest announcement until they leave; older announcements change nothing', () => {
    const both = reduceEvents([
      presence('here', 1),
      presence('typing', 2),
      presence('here', 2, { id: 'mem_b', name: 'Ben' }),
    ]);
    expect(both.presences).toMatchObject({
      mem_a: { name: 'Ada', isTyping: true },
      mem_b: { isTyping: false },
    });
    expect(reduceEvents([presence('left', 1)], both)).toBe(both);
    expect(Object.keys(reduceEvents([presence('left', 3)], both).presences)).toEqual(['mem_b']);
  });
});

test('work waits for a runner until the log goes on', () => {
  const away = reduceEvents([asked('run_b'), live('runner.away', {})]);
  expect(away.awayAt).toBe(away.cursor);
  const later = reduceEvents([started('run_b')], away);
  expect(later.awayAt).not.toBe(later.cursor);
});
