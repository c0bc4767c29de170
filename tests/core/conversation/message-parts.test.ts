import { describe, expect, test } from 'vitest';
import { findMentioned, messageParts } from '#lib/core/conversation/message-parts.ts';
import { formatAttachmentMark } from '#lib/core/vocabulary/attachment-mark.ts';

const ada = { id: 'm1', name: 'Ada' };
const lovelace = { id: 'm2', name: 'Ada Lovelace' };
const tomas = { id: 'm3', name: 'Tomás (ops)' };
const team = [ada, lovelace, tomas];
const named = (text: string) => findMentioned(text, team).map(({ id }) => id);

describe('mentions in a message', () => {
  test.each([
    ['@Ada look', ['m1']],
    ['look, @ada!', ['m1']],
    ['@Ada Lovelace, look', ['m2']],
    ['@Ada and @Ada Lovelace and @Ada', ['m1', 'm2']],
    ['(@Tomás (ops))', ['m3']],
    ['no one: Ada, @Adam, ada@Ada, @@Ada, @ Ada, @Nobody', []],
    ['`@Ada` is code', []],
    ['a `tick @Ada', ['m1']],
    ['@Adá', []],
    ['', []],
  ])('%s', (text, ids) => {
    expect(named(text)).toEqual(ids);
  });

  test('a message full of mentions is parsed mention by mention', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ id: `p${index}`, name: `Ada ${index}` }));
    const text = '@Ada 7 @ADA 8 '.repeat(14_000);
    expect(findMentioned(text, many).map(({ id }) => id)).toEqual(['p7', 'p8']);
    expect(messageParts(text, many).filter(({ kind }) => kind === 'mention')).toHaveLength(28_000);
  });

  test('two members of one name are both mentioned, and a name without letters mentions nobody', () => {
    const twins = [ada, { id: 'm9', name: 'ADA' }, { id: 'm0', name: '' }];
    expect(findMentioned('@Ada', twins)).toEqual(twins.slice(0, 2));
    expect(findMentioned('@', twins)).toEqual([]);
  });
});

describe('links in a message', () => {
  test.each([
    ['see https://a.example/x?y=1#z.', ['https://a.example/x?y=1#z']],
    ['(http://127.0.0.1:8080/a), and https://b.example!', ['http://127.0.0.1:8080/a', 'https://b.example']],
    ['https://a.example/wiki/X_(Y)', ['https://a.example/wiki/X_(Y)']],
    ['(https://a.example/wiki/X_(Y))', ['https://a.example/wiki/X_(Y)']],
    ['见 https://a.example/a，谢谢 “https://b.example/b”。', ['https://a.example/a', 'https://b.example/b']],
    ['"https://a.example/q"<https://b.example>', ['https://a.example/q', 'https://b.example']],
    ['`https://a.example` xhttps://a.example https:// http://[ javascript:alert(1) ftp://a.example', []],
    ['https://a.example/@Ada', ['https://a.example/@Ada']],
  ])('%s', (text, links) => {
    const parts = messageParts(text, team);
    expect(parts.filter(({ kind }) => kind === 'link').map((part) => part.text)).toEqual(links);
    expect(
      parts
        .filter(({ kind }) => kind !== 'code')
        .map((part) => part.text)
        .join(''),
    ).toBe(text.replace('`https://a.example`', ''));
    expect(parts.some(({ kind }) => kind === 'mention')).toBe(false);
  });

  test('a long run of what ends sentences is read once', () => {
    const text = `https://a.example/${'.)'.repeat(50_000)} `.repeat(2);
    expect(messageParts(text, team).filter(({ kind }) => kind === 'link')).toHaveLength(2);
  });
});

test('a message is split into words, code and mentions without losing a character', () => {
  expect(messageParts('see `npm t` @Ada now', team)).toEqual([
    { kind: 'words', text: 'see ', ids: [] },
    { kind: 'code', text: 'npm t', ids: [] },
    { kind: 'words', text: ' ', ids: [] },
    { kind: 'mention', text: '@Ada', ids: ['m1'] },
    { kind: 'words', text: ' now', ids: [] },
  ]);
  expect(messageParts('@Ada', [])).toEqual([{ kind: 'words', text: '@Ada', ids: [] }]);
});

test('the mark of an attachment is a part of its own; a spelling that nobody wrote as one is text', () => {
  const id = `art_${'a'.repeat(26)}`;
  const text = `@Ada see ${formatAttachmentMark(1, 2_400, id)}`;
  expect(messageParts(text, team).slice(1)).toEqual([
    { kind: 'words', text: ' see ', ids: [] },
    { kind: 'attachment', text: 'attachment 1: 2,400 lines', ids: [id] },
  ]);
  expect(findMentioned(text, team)).toHaveLength(1);
  expect(messageParts(`[attachment 1: 2 lines, ${id.slice(0, 20)}]`, [])).toMatchObject([{ kind: 'words' }]);
  expect(messageParts(formatAttachmentMark(2, 1, id), [])).toMatchObject([{ text: 'attachment 2: 1 line' }]);
});
