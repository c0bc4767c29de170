import { expect, test } from 'vitest';
import { emptyConversation, type ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { answeredCalls } from '#lib/runs/answered-calls.ts';

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

test('answered calls of a tool are its successful calls, in order', () => {
  const calls = [
    call('b', {}),
    call('running', { result: null, completedAt: null }),
    call('failed', { result: { success: false } }),
    call('other', { toolName: 'grep_file' }),
    call('a', {}),
  ];
  const toolCalls = Object.fromEntries(calls.map((one) => [one.toolCallId, one]));
  const found = answeredCalls({ ...emptyConversation, toolCalls }, 'recall_output');
  expect(found.map((one) => one.arguments)).toEqual([{ query: 'b' }, { query: 'a' }]);
});
