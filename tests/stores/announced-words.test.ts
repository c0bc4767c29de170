import { expect, test } from 'vitest';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { createAnnouncedWords } from '#lib/stores/redis/announced-words.ts';

const now = '2026-11-30T10:00:00.000Z';
const word = (deltaContent: string) =>
  ephemeralEvent('assistant.message_delta', { messageId: 'm', deltaContent, offset: 0 }, now);

/** Announces words: `to` of 3 is position 1-3, after 1-2. */
const message = (to: number, texts: string[], { from = to - 1, durable = '9-1' } = {}) =>
  `words 1-${from} 1-${to} ${durable} ${JSON.stringify(texts.map(word))}`;

/** Words up to 1-1 were announced. */
function withFirst() {
  const words = createAnnouncedWords();
  words.hear(null);
  expect(words.hear(message(1, ['a']))).toBe('words');
  return words;
}

const atFirst = { durable: '9-1', live: '1-1' };

test('whoever has read to an announced word gets the next ones, and their position', () => {
  const words = withFirst();
  expect(words.readOn(atFirst)).toEqual({ durable: [], live: [], position: atFirst, hasMore: false });
  words.hear(message(3, ['b', 'c'], { from: 1 }));
  words.hear(message(4, ['d']));
  expect(words.readOn(atFirst)).toEqual({
    durable: [],
    live: ['b', 'c', 'd'].map(word),
    position: { durable: '9-1', live: '1-4' },
    hasMore: false,
  });
  expect(words.readOn({ durable: '9-1', live: '1-3' })?.live).toEqual([word('d')]);
});

test.for([
  { name: 'after another durable event', after: { durable: '9-0', live: '1-1' } },
  { name: 'at a word that was not announced here', after: { durable: '9-1', live: '1-0' } },
  { name: 'at the start', after: { durable: null, live: null } },
])('a reader $name has to ask Redis', ({ after }) => {
  expect(withFirst().readOn(after)).toBeNull();
});

test('in a log without durable events there are words too', () => {
  const words = createAnnouncedWords();
  words.hear(message(1, ['a'], { durable: '' }));
  words.hear(message(2, ['b'], { durable: '' }));
  expect(words.readOn({ durable: null, live: '1-1' })?.live).toEqual([word('b')]);
});

test.for([
  { name: 'a durable event', heard: [''] },
  { name: 'a new subscription', heard: [null] },
  { name: 'words that were too long to be announced', heard: ['words'] },
  { name: 'words as another version announces them', heard: ['words 1-2 {"text":"b"}'] },
  { name: 'an announcement that was lost', heard: [] },
])('after $name readers have to ask Redis, and continue from what comes then', ({ heard }) => {
  const words = withFirst();
  for (const each of heard) words.hear(each);
  words.hear(message(3, ['c']));
  expect(words.readOn(atFirst)).toBeNull();
  words.hear(message(4, ['d']));
  expect(words.readOn(atFirst)).toBeNull();
  expect(words.readOn({ durable: '9-1', live: '1-3' })?.live).toEqual([word('d')]);
});

test('a durable event whose own announcement was lost is noticed by the next words', () => {
  const words = withFirst();
  words.hear(message(2, ['b'], { durable: '9-2' }));
  expect(words.readOn(atFirst)).toBeNull();
});

test('words of a message that arrive late are not sent to a reader of the message', () => {
  const words = createAnnouncedWords();
  const afterMessage = { durable: '9-2', live: '1-2' };
  // They were appended before the message 9-2, which dropped them.
  words.hear(message(2, ['b']));
  words.hear(message(3, ['c']));
  expect(words.readOn(afterMessage)).toBeNull();
});

test('only the latest words are kept', () => {
  const words = withFirst();
  for (let to = 2; to < 200; to += 1) words.hear(message(to, ['x']));
  expect(words.readOn(atFirst)).toBeNull();
  expect(words.readOn({ durable: '9-1', live: '1-198' })?.live).toEqual([word('x')]);
});
