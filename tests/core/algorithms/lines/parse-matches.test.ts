import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';

const parsed = (lines: string[], files: string[] = []) =>
  parseMatches(lines, files).map(({ kind, path, line, text }) => [kind, path, line, text]);

describe('a line of search output', () => {
  test('is a match if it has a path, a number and any text', () => {
    expect(parsed(['a/b.ts:3:const x: y = 1;', 'a.ts:10:', 'with space.md:7:10:30: lunch'])).toEqual([
      ['match', 'a/b.ts', 3, 'const x: y = 1;'],
      ['match', 'a.ts', 10, ''],
      ['match', 'with space.md', 7, '10:30: lunch'],
    ]);
  });

  test('is context if it starts with a path known from the search or from another line', () => {
    expect(parsed(['a/b.ts-4-next', 'a/b.ts:3:x'])).toEqual([
      ['context', 'a/b.ts', 4, 'next'],
      ['match', 'a/b.ts', 3, 'x'],
    ]);
    expect(parsed(['only-context.ts-1-x'], ['only-context.ts'])).toEqual([
      ['context', 'only-context.ts', 1, 'x'],
    ]);
  });

  test('belongs to the longest path that fits', () => {
    expect(parsed(['a-1-2.ts-9-x'], ['a', 'a-1-2.ts'])).toEqual([['context', 'a-1-2.ts', 9, 'x']]);
  });

  test('is a match in a known path even if the path itself looks like a path with a number', () => {
    expect(parsed(['a:1:b.ts:9:x', 'a:1:c', 'a:1:b.ts'], ['a:1:b.ts'])).toEqual([
      ['match', 'a:1:b.ts', 9, 'x'],
      ['match', 'a', 1, 'c'],
      ['match', 'a', 1, 'b.ts'],
    ]);
  });

  test('is a match in a path that looks like a context line of another match', () => {
    expect(parsed(['v1:3:x', 'v1-2-3.md:9:x', 'v1-2-next'], ['v1', 'v1-2-3.md'])).toEqual([
      ['match', 'v1', 3, 'x'],
      ['match', 'v1-2-3.md', 9, 'x'],
      ['context', 'v1', 2, 'next'],
    ]);
  });

  test('is a separator or plain text if it is neither a match nor context', () => {
    expect(parsed(['--', 'weird', '', ':3:x', 'unknown-4-x'])).toEqual([
      ['gap', null, null, ''],
      ['other', null, null, 'weird'],
      ['other', null, null, ''],
      ['other', null, null, ':3:x'],
      ['other', null, null, 'unknown-4-x'],
    ]);
  });
});

test('every line and character of search output is preserved', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constant('--'),
    fc
      .tuple(fc.constantFrom('a.ts', 'a', 'b-1-c.ts'), fc.constantFrom(':', '-'), fc.nat(99), fc.string())
      .map(([path, mark, number, text]) => `${path}${mark}${number}${mark}${text}`),
  );
  fc.assert(
    fc.property(fc.array(line), fc.subarray(['a.ts', 'a', 'b-1-c.ts']), (lines, files) => {
      const spelled = parseMatches(lines, files).map(({ kind, path, line, text }) => {
        if (kind === 'gap') return '--';
        if (kind === 'other') return text;
        const mark = kind === 'match' ? ':' : '-';
        return `${path}${mark}${line}${mark}${text}`;
      });
      // The number may have been written with leading zeros.
      const plain = (text: string) => text.replace(/([:-])0+(?=\d)/g, '$1');
      expect(spelled.map(plain)).toEqual(lines.map(plain));
    }),
  );
});

test('a context line belongs to the longest known path that a line number follows', () => {
  const files = ['a', 'a-1', 'a-1-b'];
  expect(parseMatches(['a-1-2-x', 'a-1-text', 'a-1-b-3-', 'b-1-x'], files)).toMatchObject([
    { kind: 'context', path: 'a-1', line: 2, text: 'x' },
    { kind: 'context', path: 'a', line: 1, text: 'text' },
    { kind: 'context', path: 'a-1-b', line: 3, text: '' },
    { kind: 'other', path: null, text: 'b-1-x' },
  ]);
});
