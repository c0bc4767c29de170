import { describe, expect, test } from 'vitest';
import { matchPeople, mentionAt, writeMention } from '#components/chat/composer/mention-query.ts';

const people = ['Ada Lovelace', 'Bo', 'Lo Adams'].map((name, index) => ({ id: `m${index}`, name }));
const namesFor = (query: string) => matchPeople(people, query).map(({ name }) => name);

describe('a mention is being typed', () => {
  test.each([
    ['@', { start: 0, text: '' }],
    ['look @ad', { start: 5, text: 'ad' }],
    ['(@Ada Lov', { start: 1, text: 'Ada Lov' }],
  ])('after %s', (text, query) => {
    expect(mentionAt(text, text.length)).toEqual(query);
  });

  test.each(['', 'ada', 'ada@example', '@ada\n', '`@a`', `@${'x'.repeat(80)}`])('not after %s', (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  });

  test('at the caret, not at the end', () => {
    expect(mentionAt('@ad and more', 3)).toEqual({ start: 0, text: 'ad' });
  });
});

test('suggests names that start with the text, then names with a later word that does, and none once a name is complete', () => {
  expect(namesFor('')).toEqual(['Ada Lovelace', 'Bo', 'Lo Adams']);
  expect(namesFor('AD')).toEqual(['Ada Lovelace', 'Lo Adams']);
  expect(namesFor('Bo ')).toEqual([]);
});

test('inserts the name where its start was typed, followed by a space', () => {
  expect(writeMention('hi @b', { start: 3, text: 'b' }, 'Bo')).toEqual({ text: 'hi @Bo ', caret: 7 });
  expect(writeMention('@b, look', { start: 0, text: 'b' }, 'Bo')).toEqual({ text: '@Bo, look', caret: 3 });
  expect(writeMention('@b look', { start: 0, text: 'b' }, 'Bo')).toEqual({ text: '@Bo look', caret: 4 });
});
