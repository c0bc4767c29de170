import { expect, test } from 'vitest';
import { unreadOf } from '#components/chat/use-read-mark.ts';
import { blockedReasonOf, openCalls } from '#lib/core/conversation/permissions.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { durableEvent, type EventData, type NewEvent } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const author = { id: 'mem_ada', name: 'Ada' };
const [runId, messageId] = ['run_1', 'msg_1'];
const begun = [
  durableEvent('user.message', { runId, messageId, content: 'go', author, attachments: [] }, timestamp),
  durableEvent('run.started', { runId, messageId, model: 'offline' }, timestamp),
];
const say = (...toolRequests: { toolCallId: string; name: string; arguments: Json }[]) =>
  durableEvent('assistant.message', { messageId: 'msg_2', content: '', toolRequests }, timestamp);
const asked = (request: Omit<EventData<'permission.requested'>, 'arguments'>, input: Json) =>
  durableEvent('permission.requested', { ...request, arguments: input }, timestamp);
const stateOf = (events: NewEvent[]) =>
  reduceEvents([...begun, ...events].map((event, index) => ({ ...event, id: String(index + 1) })));

test('an approval of one call does not cover another call that the model gave the same ID', () => {
  const toolCallId = 'same';
  const { toolCalls } = stateOf([
    say(
      { toolCallId, name: 'create_file', arguments: { path: 'a' } },
      { toolCallId, name: 'read_file', arguments: { path: 'b' } },
    ),
    asked({ requestId: 'req_1', toolCallId, toolName: 'create_file', answeredBy: 'members' }, { path: 'a' }),
    asked({ requestId: 'req_2', toolCallId, toolName: 'read_file', answeredBy: 'admins' }, { path: 'b' }),
  ]);
  expect(toolCalls[toolCallId]).toMatchObject({
    toolName: 'read_file',
    permission: { requestId: 'req_2', answeredBy: 'admins', arguments: { path: 'b' } },
  });
});

test('a run that starts waiting for approval becomes unread again for those who have read everything', () => {
  const step = [
    say(
      { toolCallId: 'one', name: 'create_file', arguments: {} },
      { toolCallId: 'two', name: 'read_file', arguments: {} },
    ),
    asked({ requestId: 'req_1', toolCallId: 'one', toolName: 'create_file', answeredBy: 'members' }, {}),
  ];
  const working = stateOf(step);
  expect(blockedReasonOf(working)).toBe(null);
  expect(openCalls(working)).toHaveLength(2);
  const outcome: EventData<'tool.execution_complete'> = {
    toolCallId: 'two',
    success: false,
    resultType: 'failure',
    result: { content: 'no' },
    durationMs: 0,
    toolTelemetry: {
      artifactId: null,
      type: null,
      title: null,
      lineCount: null,
      byteLength: null,
      summarizer: null,
      fullTokens: 1,
      sentTokens: 1,
      tokenizer: 'none',
      relation: 'equal',
    },
  };
  const waiting = stateOf([...step, durableEvent('tool.execution_complete', outcome, timestamp)]);
  expect(blockedReasonOf(waiting)).toBe('people');
  expect(unreadOf(waiting)).not.toBe(unreadOf(working));
});
