import { expect, test } from 'vitest';
import { groupConversations } from '#components/layout/group-conversations.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';

const listed = (title: string, updatedAt: string, isPinned = false) =>
  ({ id: title, title, updatedAt, isPinned }) as ListedConversation;
const titles = (conversations: ListedConversation[], nowMs: number, offsetMinutes: number) =>
  groupConversations(conversations, { nowMs, offsetMinutes }).map((group) => [
    group.title,
    group.conversations.map(({ title }) => title),
  ]);

const now = Date.parse('2026-03-02T00:30:00Z');
const conversations = [
  listed('old and pinned', '2025-01-01T00:00:00Z', true),
  listed('a clock ahead', '2026-03-02T00:31:00Z'),
  listed('past midnight', '2026-03-02T00:10:00Z'),
  listed('late', '2026-03-01T23:50:00Z'),
  listed('a week ago', '2026-02-23T12:00:00Z'),
  listed('before', '2026-02-22T12:00:00Z'),
  listed('January', '2026-01-31T23:00:00Z'),
  listed('last year', '2025-12-31T23:30:00Z'),
];

test('conversations are grouped by day, then by month, pinned ones first', () => {
  expect(titles(conversations, now, 0)).toEqual([
    ['Pinned', ['old and pinned']],
    ['Today', ['a clock ahead', 'past midnight']],
    ['Yesterday', ['late']],
    ['Last 7 days', ['a week ago']],
    ['February', ['before']],
    ['January', ['January']],
    ['December 2025', ['last year']],
  ]);
});

test('days and months are the reader’s', () => {
  // An hour east of Greenwich the last evening of a year is New Year's Day.
  expect(titles(conversations.slice(-2), now, -60)).toEqual([
    ['February', ['January']],
    ['January', ['last year']],
  ]);
  // An hour west it is still the day before.
  expect(titles(conversations.slice(2, 4), now, 60)).toEqual([['Today', ['past midnight', 'late']]]);
});
