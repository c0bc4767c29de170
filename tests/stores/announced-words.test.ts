import { expect, test } from 'vitest';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { createAnnouncedWords } from '#lib/stores/redis/announced-words.ts';
import type { EventBatch } from '#lib/stores/stores.ts';

const now = '2026-11-30T10:00:00.000Z';
const word = (deltaContent: string) =>
  ephemeralEvent('assistant.message_delta', { messageId: 'm', deltaContent, offset: 0 }, now);
const message = (live: string, ...texts: string[]) => `words ${live} ${JSON.stringify(texts.map(word))}`;
const readTo = (durable: string, live: string, more: Partial<EventBatch> = {}): EventBatch => ({
  durable: [],
  live: [],
  position: { durable, live },
  hasMore: false,
  ...more,
});

/** One whose words are known from `1-1` on, after a read. */
function heard() {
  const words = createAnnouncedWords();
  words.hear(null);
  const endRead = words.beginRead();
  expect(words.hear(message('1-1', 'a'))).toBe('words');
  endRead(readTo('9-1', '1-1'));
  return words;
}

test('whoever has read to an announced word is given the next ones, and where they end', () => {
  const words = heard();
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toEqual(readTo('9-1', '1-1'));
  words.hear(message('1-2', 'b', 'c'));
  words.hear(message('1-4', 'd'));
  const expected = readTo('9-1', '1-4', { live: ['b', 'c', 'd'].map(word) });
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toEqual(expected);
  expect(words.readOn({ durable: '9-1', live: '1-2' })?.live).toEqual([word('d')]);
});

test.for([
  { name: 'another last event', after: { durable: '9-0', live: '1-1' } },
  { name: 'a word that was not announced here', after: { durable: '9-1', live: '1-0' } },
  { name: 'the start', after: { durable: null, live: null } },
])('who is somewhere else has to read: $name', ({ after }) => {
  expect(heard().readOn(after)).toBeNull();
});

test.for([
  { name: 'an event', what: '' },
  { name: 'a gap in what was announced', what: null },
])('after $name everybody has to read, and words that came before it are not given again', ({ what }) => {
  const words = heard();
  words.hear(message('1-2', 'b'));
  expect(words.hear(what)).toBe('anything');
  words.hear(message('1-3', 'c'));
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toBeNull();
  words.beginRead()(readTo('9-2', '1-3'));
  expect(words.readOn({ durable: '9-2', live: '1-1' })).toBeNull();
  words.hear(message('1-4', 'd'));
  expect(words.readOn({ durable: '9-2', live: '1-3' })?.live).toEqual([word('d')]);
});

test('a read that began before an event says nothing of what came after it', () => {
  const words = heard();
  const endRead = words.beginRead();
  words.hear('');
  words.hear(message('1-2', 'b'));
  endRead(readTo('9-1', '1-2'));
  expect(words.readOn({ durable: '9-1', live: '1-2' })).toBeNull();
});

test('a read that brings an event which is not announced yet gives none of the words before it', () => {
  const words = heard();
  words.hear(message('1-2', 'b'));
  words.beginRead()(readTo('9-2', '1-1', { durable: [{ id: '9-2' } as never] }));
  expect(words.readOn({ durable: '9-2', live: '1-1' })).toBeNull();
});

test('a read that has more to come says nothing', () => {
  const words = createAnnouncedWords();
  words.beginRead()(readTo('9-1', '1-1', { hasMore: true }));
  words.hear(message('1-1', 'a'));
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toBeNull();
});

test.for([
  { name: 'too long to be announced', what: 'words' },
  { name: 'announced as another version does', what: 'words 1-2 {"text":"b"}' },
])('words that were $name are read', ({ what }) => {
  const words = heard();
  expect(words.hear(what)).toBe('words');
  words.hear(message('1-3', 'c'));
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toBeNull();
});

test('only the latest words are kept', () => {
  const words = heard();
  for (let at = 2; at < 200; at += 1) words.hear(message(`1-${at}`, 'x'));
  expect(words.readOn({ durable: '9-1', live: '1-1' })).toBeNull();
  expect(words.readOn({ durable: '9-1', live: '1-198' })?.live).toEqual([word('x')]);
});
