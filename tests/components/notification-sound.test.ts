import { expect, test } from 'vitest';
import { isSounding, marksOf } from '#components/layout/notification-sound.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { standardNotifications } from '#lib/core/vocabulary/profile/preferences.ts';

const listed = (id: string, change: Partial<ListedConversation> = {}): ListedConversation =>
  ({
    id,
    isMentioned: false,
    isWaitingForMe: false,
    isWorking: false,
    waiting: null,
    ...change,
  }) as ListedConversation;
const waiting = { since: '2026-03-01T12:00:00.000Z' } as ListedConversation['waiting'];
const every = Object.fromEntries(
  Object.keys(standardNotifications.kinds).map((kind) => [kind, { push: false, sound: true }]),
) as typeof standardNotifications.kinds;
const asked = new Set(['a']);

const sounds = (before: ListedConversation[], after: ListedConversation[], kinds = every) =>
  isSounding(marksOf(before, asked), marksOf(after, asked), kinds);

test('a mention and a question are heard once', () => {
  const mentioned = listed('b', { isMentioned: true });
  expect(sounds([listed('b')], [mentioned])).toBe(true);
  expect(sounds([mentioned], [mentioned])).toBe(false);
  expect(sounds([mentioned], [listed('b')])).toBe(false);
  const asking = listed('b', { isWaitingForMe: true, waiting });
  expect(sounds([listed('b')], [asking])).toBe(true);
  expect(sounds([asking], [asking])).toBe(false);
});

test('the end of a run is heard where this tab asked for it, and not while it waits or once it is gone', () => {
  const working = listed('a', { isWorking: true });
  expect(sounds([working], [listed('a')])).toBe(true);
  expect(sounds([listed('a')], [listed('a')])).toBe(false);
  expect(sounds([working], [listed('a', { waiting })])).toBe(false);
  expect(sounds([working], [])).toBe(false);
  expect(sounds([], [listed('a')])).toBe(false);
  expect(sounds([listed('b', { isWorking: true })], [listed('b')])).toBe(false);
});

test('what was not asked for makes no sound', () => {
  expect(
    sounds(
      [listed('a', { isWorking: true }), listed('b')],
      [listed('a'), listed('b', { isMentioned: true, isWaitingForMe: true, waiting })],
      standardNotifications.kinds,
    ),
  ).toBe(false);
});
