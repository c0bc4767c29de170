import { expect, test } from 'vitest';
import { emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import { notificationOf } from '#lib/core/conversation/notifications-of.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import {
  type DurableEvent,
  durableEvent,
  ephemeralEvent,
  type NewEvent,
} from '#lib/core/vocabulary/events.ts';

const at = '2026-11-29T12:00:00.000Z';
const ada = { id: 'm-ada', name: 'Ada' };
const bo = { id: 'm-bo', name: 'Bo' };
const admins = [{ id: 'm-cy', name: 'Cy' }];

const message = (mentions: { id: string; name: string }[]) =>
  durableEvent(
    'user.message',
    { messageId: 'msg_a', runId: 'run_a', content: 'look\nhere', author: ada, attachments: [], mentions },
    at,
  );
const started = durableEvent('run.started', { runId: 'run_a', messageId: 'msg_a', model: 'm' }, at);

function last(...events: NewEvent[]) {
  const log = events.map((event, index) => ({ ...event, id: String(index + 1) }) as DurableEvent);
  const event = log.at(-1);
  if (!event) throw new Error('no event');
  return notificationOf(event, reduceEvents(log, emptyConversation), 'conv_x', admins);
}

test('those who are mentioned are notified, on one line; not who mentions themselves, and nobody without a mention', () => {
  expect(last(message([bo, ada]))).toMatchObject({
    ...{
      kind: 'mention',
      to: [bo],
      by: ada,
      messageId: 'msg_a',
      text: 'look here',
      conversationId: 'conv_x',
    },
  });
  expect(last(message([ada]))).toBeNull();
  expect(last(message([]))).toBeNull();
});

test('whoever asked for a run is notified of its end, and of its outcome', () => {
  const finished = durableEvent('run.finished', { runId: 'run_a', outcome: 'failed' }, at);
  expect(last(message([]), started, finished)).toMatchObject({
    kind: 'run_ended',
    to: [ada],
    outcome: 'failed',
    text: '',
  });
});

test('nobody is notified of a call run again, or of other events', () => {
  const rerun = durableEvent('tool.rerun_requested', { runId: 'run_b', toolCallId: 'call_a', by: ada }, at);
  const again = durableEvent('run.started', { runId: 'run_b', messageId: null, model: 'm' }, at);
  const finished = durableEvent('run.finished', { runId: 'run_b', outcome: 'completed' }, at);
  expect(last(message([]), rerun, again, finished)).toBeNull();
  expect(last(message([bo]), started)).toBeNull();
});

test.for([
  ['members', [ada]],
  ['admins', admins],
] as const)('of a call that %s answer, those are notified who may', ([answeredBy, to]) => {
  const asking = [{ toolCallId: 'call_a', name: 'run_and_display', arguments: { command: 'rm x' } }];
  const asks = durableEvent(
    'assistant.message',
    { messageId: 'msg_b', content: '', toolRequests: asking },
    at,
  );
  const requested = durableEvent(
    'permission.requested',
    {
      ...{ requestId: 'req_a', toolCallId: 'call_a', toolName: 'run_and_display', answeredBy },
      arguments: { command: 'rm x' },
    },
    at,
  );
  expect(last(message([]), started, asks, requested)).toMatchObject({ kind: 'approval', to, text: 'rm x' });
});

const asking = (toolCallId: string, command: string) =>
  durableEvent(
    'permission.requested',
    {
      ...{
        requestId: `req_${toolCallId}`,
        toolCallId,
        toolName: 'run_and_display',
        answeredBy: 'members' as const,
      },
      arguments: { command },
    },
    at,
  );
const twoCalls = durableEvent(
  'assistant.message',
  {
    ...{ messageId: 'msg_b', content: '' },
    toolRequests: ['call_a', 'call_b'].map((toolCallId) => ({
      toolCallId,
      name: 'run_and_display',
      arguments: {},
    })),
  },
  at,
);

test('of two calls that wait each is notified of by itself, and not what was answered already', () => {
  expect(
    last(message([]), started, twoCalls, asking('call_a', 'rm x'), asking('call_b', 'rm y')),
  ).toMatchObject({ text: 'rm y' });
  const answer = durableEvent(
    'permission.completed',
    { requestId: 'req_call_a', result: 'approved', by: ada },
    at,
  );
  const request = asking('call_a', 'rm x');
  const log = [message([]), started, twoCalls, request, answer];
  const events = log.map((event, index) => ({ ...event, id: String(index + 1) }) as DurableEvent);
  expect(notificationOf(request, reduceEvents(events, emptyConversation), 'conv_x', admins)).toBeNull();
});

test('a question of a server is notified of with its own words, and its end is not', () => {
  const log = [message([]), started, twoCalls, asking('call_a', 'rm x')];
  const state = reduceEvents(
    log.map((event, index) => ({ ...event, id: String(index + 1) }) as DurableEvent),
  );
  const elicitation = { id: 'q', server: 'tickets', message: 'Which one?', fields: [], timestamp: at };
  const about = (asked: object | null) =>
    notificationOf(
      { ...ephemeralEvent('tool.elicitation', { toolCallId: 'call_b', elicitation: asked as never }, at) },
      state,
      'conv_x',
      admins,
    );
  expect(about(elicitation)).toMatchObject({ kind: 'approval', to: [ada], text: 'tickets: Which one?' });
  expect(about(null)).toBeNull();
});
