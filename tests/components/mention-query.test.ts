import { describe, expect, test } from 'vitest';
import { matchPeople, mentionAt, writeMention } from '../../components/chat/mention-query.ts';

const people = ['Ada Lovelace', 'Bo', 'Lo Adams'].map((name, index) => ({ id: `m${index}`, name }));
const namesFor = (query: string) => matchPeople(people, query).map(({ name }) => name);

describe('a name is being written', () => {
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

  test('where the caret is, not at the end', () => {
    expect(mentionAt('@ad and more', 3)).toEqual({ start: 0, text: 'ad' });
  });
});

test('those are offered whose name begins so, then those with a part that does; none once it is written out', () => {
  expect(namesFor('')).toEqual(['Ada Lovelace', 'Bo', 'Lo Adams']);
  expect(namesFor('AD')).toEqual(['Ada Lovelace', 'Lo Adams']);
  expect(namesFor('Bo ')).toEqual([]);
});

test('a name is written out where its beginning stood, with a space after it that ends it', () => {
  expect(writeMention('hi @b', { start: 3, text: 'b' }, 'Bo')).toEqual({ text: 'hi @Bo ', caret: 7 });
  expect(writeMention('@b, look', { start: 0, text: 'b' }, 'Bo')).toEqual({ text: '@Bo, look', caret: 3 });
  expect(writeMention('@b look', { start: 0, text: 'b' }, 'Bo')).toEqual({ text: '@Bo look', caret: 4 });
});
