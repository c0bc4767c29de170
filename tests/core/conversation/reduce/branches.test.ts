import { describe, expect, test } from 'vitest';
import { readingOf } from '#lib/core/api/model-reading.ts';
import { carriedNow } from '#lib/core/conversation/carried.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { versionsOf } from '#lib/core/conversation/thread-tree.ts';
import {
  type ConversationEvent,
  type DurableType,
  durableEvent,
  type EventData,
} from '#lib/core/vocabulary/events.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
const by = { id: 'm1', name: 'Ada' };
let lastId = 0;
const durable = <T extends DurableType>(type: T, data: EventData<T>): ConversationEvent => {
  lastId += 1;
  return { ...durableEvent(type, data, timestamp), id: String(lastId) } as ConversationEvent;
};

interface Message {
  replaces?: string;
  after?: string;
}

const say = (name: string, names: Message = {}): ConversationEvent =>
  durable('user.message', {
    messageId: `msg_${name}`,
    runId: `run_${name}`,
    content: name,
    author: by,
    attachments: [],
    ...names,
  });
const sayToTeam = (name: string, names: Message = {}): ConversationEvent =>
  durable('user.message', {
    messageId: `msg_${name}`,
    runId: null,
    content: name,
    author: by,
    attachments: [],
    ...names,
  });
const start = (name: string, messageId = `msg_${name}`): ConversationEvent =>
  durable('run.started', { runId: `run_${name}`, messageId, model: 'demo' });
const answer = (name: string): ConversationEvent =>
  durable('assistant.message', { messageId: `said_${name}`, content: `answer to ${name}` });
const finish = (name: string): ConversationEvent =>
  durable('run.finished', { runId: `run_${name}`, outcome: 'completed' });
/** A message with its whole answer. */
const turn = (name: string, names: Message = {}): ConversationEvent[] => [
  say(name, names),
  start(name),
  answer(name),
  finish(name),
];
const again = (name: string, ofMessage: string): ConversationEvent[] => [
  durable('run.requested', {
    runId: `run_${name}`,
    messageId: `msg_${ofMessage}`,
    replaces: `run_${ofMessage}`,
    by,
  }),
  start(name, `msg_${ofMessage}`),
  answer(name),
  finish(name),
];
const select = (messageId: string) => durable('branch.selected', { messageId, by });
const shown = ({ items }: ConversationState): string[] =>
  items.map((item) => ('content' in item ? item.content : item.kind === 'notice' ? item.outcome : ''));

describe('an edited message', () => {
  test('starts a new version beside the old one, which everybody sees once its run starts', () => {
    const before = reduceEvents([...turn('a'), ...turn('b'), say('c', { replaces: 'msg_a' })]);
    expect(shown(before)).toEqual(['a', 'answer to a', 'b', 'answer to b']);
    const after = reduceEvents([start('c'), answer('c'), finish('c')], before);
    expect(shown(after)).toEqual(['c', 'answer to c']);
    expect(versionsOf(after.tree, 'msg_c')).toEqual(['msg_a', 'msg_c']);
  });

  test('of the middle keeps what came before it', () => {
    const state = reduceEvents([
      ...turn('a'),
      ...turn('b'),
      ...turn('c'),
      ...turn('d', { replaces: 'msg_b' }),
    ]);
    expect(shown(state)).toEqual(['a', 'answer to a', 'd', 'answer to d']);
  });

  test('and edited again has three versions', () => {
    const edits = [...turn('b', { replaces: 'msg_a' }), ...turn('c', { replaces: 'msg_b' })];
    const { tree } = reduceEvents([...turn('a'), ...edits]);
    expect(versionsOf(tree, 'msg_a')).toEqual(['msg_a', 'msg_b', 'msg_c']);
  });

  test('while a run is active waits for its end', () => {
    const working = reduceEvents([
      ...turn('a'),
      say('b'),
      start('b'),
      say('c', { replaces: 'msg_a' }),
      answer('b'),
    ]);
    expect(shown(working)).toEqual(['a', 'answer to a', 'b', 'answer to b']);
    expect(shown(reduceEvents([finish('b'), start('c')], working))).toEqual(['c']);
  });

  test('that names a message nobody knows goes to the end of what is shown', () => {
    expect(shown(reduceEvents([...turn('a'), ...turn('b', { replaces: 'msg_x' })]))).toEqual([
      'a',
      'answer to a',
      'b',
      'answer to b',
    ]);
  });
});

describe('another answer', () => {
  test('is a version of the first, below the same message', () => {
    const state = reduceEvents([...turn('a'), ...turn('b'), ...again('c', 'a')]);
    expect(shown(state)).toEqual(['a', 'answer to c']);
    expect(versionsOf(state.tree, 'run_c')).toEqual(['run_a', 'run_c']);
    expect(state.runs.run_c).toMatchObject({ messageId: 'msg_a', replaces: 'run_a', status: 'completed' });
  });
});

describe('selecting a version', () => {
  const two = [...turn('a'), ...turn('b'), ...turn('c', { replaces: 'msg_a' })];

  test('shows the path through it, to where it was last followed', () => {
    const state = reduceEvents([...two, select('said_a')]);
    expect(shown(state)).toEqual(['a', 'answer to a', 'b', 'answer to b']);
    expect(shown(reduceEvents([select('msg_c')], state))).toEqual(['c', 'answer to c']);
  });

  test('while a run is active changes nothing: the run is bound to its path', () => {
    const working = reduceEvents([...two, say('d'), start('d')]);
    expect(shown(reduceEvents([select('msg_a')], working))).toEqual(shown(working));
  });

  test('counts once, even if it is read again after later ones', () => {
    const [first, second] = [select('msg_a'), select('msg_c')];
    const state = reduceEvents([...two, first, second]);
    expect(reduceEvents([first], state).items).toEqual(state.items);
  });

  test('changes which files the model knows', () => {
    const read = (name: string, sha256: string): ConversationEvent[] => [
      say(name, name === 'b' ? { replaces: 'msg_a' } : {}),
      start(name),
      durable('assistant.message', {
        messageId: `said_${name}`,
        content: '',
        toolRequests: [{ toolCallId: `call_${name}`, name: 'read_file', arguments: {} }],
      }),
      durable('tool.execution_complete', {
        ...sampleEventData['tool.execution_complete'],
        toolCallId: `call_${name}`,
        toolTelemetry: {
          ...sampleEventData['tool.execution_complete'].toolTelemetry,
          type: 'text',
          fullTokens: 100,
          knownFiles: [{ path: `${name}.txt`, sha256 }],
        },
      }),
      finish(name),
    ];
    const state = reduceEvents([...read('a', 'aa'), ...read('b', 'bb')]);
    expect(state.knownFiles).toEqual({ 'b.txt': 'bb' });
    const back = reduceEvents([select('msg_a')], state);
    expect(back.knownFiles).toEqual({ 'a.txt': 'aa' });
    // What the next step re-sends is one result, not both.
    expect(carriedNow(back)).toEqual([{ toolName: 'read_file', avoidedTokens: 97, recallTokens: 0 }]);
    // A later step on the other version did not carry this one's result.
    const call = back.toolCalls.call_a;
    expect(call && readingOf(back, call).runs).toEqual([{ runId: 'run_a', steps: 1, sent: null }]);
  });
});

describe('a message that names what it follows', () => {
  test('lands on that path, also if others have moved to another version meanwhile', () => {
    const state = reduceEvents([
      ...turn('a'),
      ...turn('b', { replaces: 'msg_a' }),
      ...turn('c', { after: 'said_a' }),
    ]);
    expect(shown(state)).toEqual(['a', 'answer to a', 'c', 'answer to c']);
  });

  test('goes behind what others wrote there first', () => {
    const both = [say('b', { after: 'said_a' }), say('c', { after: 'said_a' })];
    const taken = ['b', 'c'].flatMap((name) => [start(name), answer(name), finish(name)]);
    const state = reduceEvents([...turn('a'), ...both, ...taken]);
    expect(shown(state)).toEqual(['a', 'answer to a', 'b', 'answer to b', 'c', 'answer to c']);
  });
});

describe('a message to the team', () => {
  test('is in the thread at once, without a run, and after the answer that is being given', () => {
    const state = reduceEvents([say('a'), start('a'), sayToTeam('t'), answer('a')]);
    expect(shown(state)).toEqual(['a', 'answer to a', 't']);
    expect(Object.keys(state.runs)).toEqual(['run_a']);
  });

  test('on another version moves everybody there, unless a run keeps them', () => {
    const two = [...turn('a'), ...turn('b', { replaces: 'msg_a' })];
    const aside = sayToTeam('t', { after: 'said_a' });
    expect(shown(reduceEvents([...two, aside]))).toEqual(['a', 'answer to a', 't']);
    const working = [...two, say('c'), start('c')];
    expect(shown(reduceEvents([...working, aside]))).toEqual(['b', 'answer to b', 'c']);
  });

  test('can be changed in place', () => {
    const edit = durable('message.edited', { messageId: 'msg_t', content: 'else', by });
    const state = reduceEvents([sayToTeam('t'), edit, edit]);
    expect(state.items).toMatchObject([{ content: 'else', isEdited: true }]);
  });
});

describe('a changed message to the team', () => {
  test('keeps what else is recorded at its position: how a call that was run again ended', () => {
    const again = durable('tool.rerun_requested', { runId: 'run_x', toolCallId: 'call_x', by });
    const failed = durable('run.finished', { runId: 'run_x', outcome: 'failed' });
    const edit = durable('message.edited', { messageId: 'msg_t', content: 'else', by });
    expect(shown(reduceEvents([sayToTeam('t'), again, failed, edit]))).toEqual(['else', 'failed']);
  });
});

describe('a deleted message', () => {
  test('keeps its position and its answer, and no words', () => {
    const state = reduceEvents([...turn('a'), durable('message.deleted', { messageId: 'msg_a', by })]);
    expect(state.items).toMatchObject([
      { kind: 'user', content: '', attachments: [], isDeleted: true },
      { kind: 'assistant', content: 'answer to a' },
    ]);
  });
});

describe('reactions', () => {
  const react = (isOn: boolean, id = 'm1') =>
    durable('message.reacted', { messageId: 'msg_a', reaction: 'done', isOn, by: { id, name: id } });

  test('are the last word of each person on each of them', () => {
    const state = reduceEvents([...turn('a'), react(true), react(true, 'm2'), react(false)]);
    expect(state.reactions.msg_a).toMatchObject([
      { by: { id: 'm1' }, isOn: false },
      { by: { id: 'm2' }, isOn: true },
    ]);
  });
});
