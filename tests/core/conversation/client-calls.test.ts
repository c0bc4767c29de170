import { describe, expect, test } from 'vitest';
import { groupMessages } from '#components/chat/message-groups.ts';
import { forkEvents } from '#lib/core/conversation/fork-events.ts';
import {
  askedCalls,
  blockedReasonOf,
  openCalls,
  openClientCalls,
} from '#lib/core/conversation/permissions.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { tipBelow } from '#lib/core/conversation/thread-tree.ts';
import type { DurableEvent, DurableType, EventData } from '#lib/core/vocabulary/events.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const timestamp = '2026-11-28T10:00:00.000Z';
const ada = { id: 'ada', name: 'Ada' };
let number = 0;
const event = <T extends DurableType>(
  type: T,
  data: { [K in keyof EventData<T>]?: EventData<T>[K] | undefined } = {},
): DurableEvent => {
  number += 1;
  const all = { ...sampleEventData[type], ...data };
  return { v: 1, id: String(number), timestamp, parentId: null, type, data: all } as unknown as DurableEvent;
};
const call = (toolCallId: string, by = ada) =>
  event('tool.user_requested', { toolCallId, client: 'laptop', by });
const started = (toolCallId: string) => event('tool.execution_start', { toolCallId });
const ended = (toolCallId: string) => event('tool.execution_complete', { toolCallId });
const message = event('user.message', {
  messageId: 'm1',
  runId: 'r1',
  author: ada,
  replaces: undefined,
  after: undefined,
});
const running = [message, event('run.started', { runId: 'r1', messageId: 'm1', replaces: undefined })];
const step = (messageId: string, toolCallId: string) =>
  event('assistant.message', {
    messageId,
    toolRequests: [{ toolCallId, name: 'read_file', arguments: {} }],
  });

describe('a call of a client', () => {
  test('goes on by itself, whatever the run waits for', () => {
    const state = reduceEvents([...running, step('a1', 't1'), call('c1'), started('c1')]);
    expect(openCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(['t1']);
    expect(openClientCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(['c1']);
    expect(blockedReasonOf(state)).toBeNull();
    expect(openClientCalls(reduceEvents([ended('c1')], state))).toEqual([]);
  });

  test('asks people without a run', () => {
    const asked = event('permission.requested', { toolCallId: 'c1', toolName: 'mcp__files__search_files' });
    const state = reduceEvents([call('c1'), asked]);
    expect(askedCalls(state).map(({ toolCallId }) => toolCallId)).toEqual(['c1']);
  });

  test('does not part what a run says, and those of two members are two', () => {
    const state = reduceEvents([
      ...running,
      step('a1', 't1'),
      call('c1'),
      step('a2', 't2'),
      call('c2'),
      call('c3', { id: 'bob', name: 'Bob' }),
    ]);
    const groups = groupMessages(state.items).map((group) =>
      group.kind === 'agent'
        ? `${group.client?.by.name ?? 'agent'}: ${group.items.map(({ messageId }) => messageId).join(' ')}`
        : group.kind,
    );
    expect(groups).toEqual(['user', 'agent: a1 a2', 'Ada: c1 c2', 'Bob: c3']);
  });

  test('is copied by a fork once it has ended, and not while it goes on', () => {
    const log = [message, call('c1'), started('c1'), ended('c1'), call('c2'), started('c2')];
    const state = reduceEvents(log);
    const copied = forkEvents(log, state, tipBelow(state.tree));
    expect(copied.map(({ type, data }) => `${type} ${'toolCallId' in data ? data.toolCallId : ''}`)).toEqual([
      'tool.user_requested c1',
      'tool.execution_start c1',
      'tool.execution_complete c1',
    ]);
  });
});
