import { expect, test } from 'vitest';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import type { AssistantItem } from '#lib/core/conversation/thread-items.ts';
import { answeredCalls } from '#lib/runs/answered-calls.ts';
import { sampleEventData } from '../support/sample-events.ts';

const call = (toolCallId: string, change: object): ToolCallState =>
  ({
    toolCallId,
    toolName: 'recall_output',
    arguments: { query: toolCallId },
    status: 'complete',
    result: { success: true },
    completedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  }) as unknown as ToolCallState;

const stepWith = (calls: readonly ToolCallState[]): AssistantItem => ({
  kind: 'assistant',
  messageId: 'msg_a',
  runId: 'run_a',
  content: '',
  toolRequests: calls.map(({ toolCallId, toolName: name }) => ({ toolCallId, name, arguments: {} })),
  readsFrom: null,
  reasoning: [],
  timestamp: '2026-01-01T00:00:00.000Z',
});

test('answered calls of a tool are its successful calls, in order', () => {
  const calls = [
    call('b', {}),
    call('running', { result: null, completedAt: null }),
    call('failed', { result: { success: false } }),
    call('other', { toolName: 'grep_file' }),
    call('a', {}),
  ];
  const toolCalls = Object.fromEntries(calls.map((one) => [one.toolCallId, one]));
  const found = answeredCalls({ ...emptyConversation, items: [stepWith(calls)], toolCalls }, 'recall_output');
  expect(found.map((one) => one.arguments)).toEqual([{ query: 'b' }, { query: 'a' }]);
});

test('calls of another version of the conversation are not among them: the model has not read their results', () => {
  const toolCalls = { here: call('here', {}), elsewhere: call('elsewhere', {}) };
  const found = answeredCalls(
    { ...emptyConversation, items: [stepWith([toolCalls.here])], toolCalls },
    'recall_output',
  );
  expect(found.map((one) => one.arguments)).toEqual([{ query: 'here' }]);
});

test('nor are calls that were compacted: the model no longer has their results', () => {
  const toolCalls = { before: call('before', {}), after: call('after', {}) };
  const items = [stepWith([toolCalls.before]), { ...stepWith([toolCalls.after]), messageId: 'msg_kept' }];
  const compaction = {
    ...sampleEventData['session.compaction_complete'],
    messageId: 'msg_kept',
    onlyFor: null,
    isTruncation: false,
    timestamp: '',
  };
  const state = { ...emptyConversation, items, toolCalls, compactions: [compaction] };
  expect(answeredCalls(state, 'recall_output').map((one) => one.arguments)).toEqual([{ query: 'after' }]);
});
