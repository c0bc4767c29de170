import { expect, test } from 'vitest';
import { firstUnread } from '#lib/core/conversation/first-unread.ts';
import { type ConversationEvent, durableEvent } from '#lib/core/vocabulary/events.ts';

const at = '2026-01-01T00:00:00.000Z';
const say = (messageId: string, by: string) =>
  durableEvent(
    'user.message',
    { messageId, runId: `run_${messageId}`, content: 'x', author: { id: by, name: by }, attachments: [] },
    at,
  );
const log = [
  say('msg_1', 'ada'),
  say('msg_2', 'ada'),
  say('msg_3', 'bob'),
  durableEvent('assistant.message', { messageId: 'msg_4', content: 'x' }, at),
  durableEvent('run.finished', { runId: 'run_1', outcome: 'completed' }, at),
  durableEvent('run.finished', { runId: 'run_2', outcome: 'aborted' }, at),
].map((event, index) => ({ ...event, id: String(index + 1) }) as ConversationEvent);

test('unread messages start at the first one by somebody else after the last read position', () => {
  expect(firstUnread(log, '1', 'ada')).toBe('msg_3');
  expect(firstUnread(log, '1', 'bob')).toBe('msg_2');
  expect(firstUnread(log, '3', 'ada')).toBe('msg_4');
  expect(firstUnread(log, '4', 'ada')).toBe('run_2');
});

test('there is no unread mark if everything or nothing was read, or the position is unknown', () => {
  expect(firstUnread(log, '6', 'ada')).toBeNull();
  expect(firstUnread(log, null, 'ada')).toBeNull();
  expect(firstUnread(log, '99', 'ada')).toBeNull();
});

test('the answer to one’s own last message is not marked, later messages of others are', () => {
  const answer = { ...log[3], id: '2' } as ConversationEvent;
  const [first] = log as [ConversationEvent];
  expect(firstUnread([first, answer], '1', 'ada')).toBeNull();
  expect(firstUnread([first, answer, { ...log[2], id: '3' } as ConversationEvent], '1', 'ada')).toBe('msg_3');
});
