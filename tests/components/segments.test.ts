import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainSegments, type Segment, segmentsOfRow } from '#components/artifacts/text/code-segments.ts';
import { splitHidden } from '#components/artifacts/text/hidden-characters.ts';
import type { Find } from '#components/artifacts/text/line-context.tsx';
import { literalPattern } from '#components/artifacts/text/literal-pattern.ts';
import { foundRanges, markedRuns, rangesOf } from '#components/artifacts/text/marked-runs.ts';
import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';

const segments: fc.Arbitrary<Segment[]> = fc.array(
  fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', 'İ', '😀'), minLength: 1 }),
    className: fc.constantFrom('', 'token'),
  }),
);
const textOf = (all: readonly Segment[]) => all.map(({ text }) => text).join('');
const shown = (all: readonly Segment[], query: TextQuery) =>
  markedRuns(all, rangesOf(textOf(all), query)).map(({ mark, pieces }) => [
    mark,
    pieces.map(({ text }) => text),
  ]);

describe('highlighting matches', () => {
  test('changes no character, and marks exactly the matches', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('a', 'ab', 'aa', 'a b', 'x', ''), (all, query) => {
        const runs = markedRuns(all, rangesOf(textOf(all), { query, isCaseSensitive: true }));
        expect(runs.map(({ pieces }) => textOf(pieces)).join('')).toBe(textOf(all));
        const marks = runs.filter(({ mark }) => mark !== null).map(({ pieces }) => textOf(pieces));
        const count = query === '' ? 0 : textOf(all).split(query).length - 1;
        expect(marks).toEqual(Array.from({ length: count }, () => query));
      }),
    );
  });

  test('spans differently coloured segments', () => {
    const all: Segment[] = [
      { text: 'con', className: 'token' },
      { text: 'st a', className: '' },
    ];
    expect(shown(all, { query: 'CONST', isCaseSensitive: false })).toEqual([
      ['hit', ['con', 'st']],
      [null, [' a']],
    ]);
  });

  test('keeps its offsets if a letter changes its length with its case', () => {
    expect(shown(plainSegments('İa'), { query: 'A', isCaseSensitive: false })).toEqual([
      [null, ['İ']],
      ['hit', ['a']],
    ]);
  });
});

describe('a search term', () => {
  const find = (query: string, current: Find['current'] = null): Find => ({
    query,
    isCaseSensitive: false,
    current,
    hitLines: [],
  });

  test('is highlighted differently in the current match', () => {
    expect(foundRanges('now, now', find('now', { line: 7, start: 5 }), 7, '')).toEqual([
      { from: 0, to: 3, isNow: false },
      { from: 5, to: 8, isNow: true },
    ]);
    expect(foundRanges('now', find('now', { line: 7, start: 0 }), 8, '')).toEqual([
      { from: 0, to: 3, isNow: false },
    ]);
  });

  test('has its offsets in the whole line, which begins with what is otherwise shown', () => {
    const signed = foundRanges('-x', find('-', { line: 1, start: 1 }), 1, '-');
    expect(signed).toEqual([{ from: 0, to: 1, isNow: true }]);
    expect(foundRanges('x', find('-x', { line: 1, start: 0 }), 1, '-')).toEqual([
      { from: 0, to: 1, isNow: true },
    ]);
    expect(foundRanges('x', find('a.ts'), 1, 'a.ts:3:')).toEqual([]);
  });
});

describe('invisible characters', () => {
  test('are named, and all other characters stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = splitHidden(text);
        const plain = parts.filter((part) => typeof part === 'string').join('');
        expect(plain).not.toMatch(/(?!\t)\p{Cc}|\p{Bidi_Control}|\u200b|\ufeff/u);
        expect([...plain].length + parts.filter((part) => typeof part !== 'string').length).toBe(
          [...text].length,
        );
      }),
    );
  });

  test.each([
    ['a\u202eb', ['a', { name: 'RLO' }, 'b']],
    ['\u0000', [{ name: 'U+0000' }]],
    ['pay\u00adpal\u3164', ['pay', { name: 'U+00AD' }, 'pal', { name: 'U+3164' }]],
    ['a\u{e0100}\u2028b', ['a', { name: 'U+E0100' }, { name: 'U+2028' }, 'b']],
    ['❤\ufe0f', ['❤\ufe0f']],
    ['\u{e0041}x', [{ name: 'U+E0041' }, 'x']],
    ['a\tb', ['a\tb']],
    ['日本語 é', ['日本語 é']],
    ['', ['']],
  ])('in %j are shown as %j', (text, parts) => {
    expect(splitHidden(text)).toEqual(parts);
  });
});

describe('the term to highlight', () => {
  test.each([
    [{ pattern: 'TODO' }, { query: 'TODO', isCaseSensitive: true }],
    [
      { pattern: 'refill\\(', ignoreCase: true },
      { query: 'refill(', isCaseSensitive: false },
    ],
    [{ pattern: 'a\\.b' }, { query: 'a.b', isCaseSensitive: true }],
    [{ pattern: 'a.*b' }, null],
    [{ pattern: '\\d+' }, null],
    [{ pattern: 'word\\b' }, null],
    [{ pattern: '' }, null],
    [{ pattern: 3 }, null],
    [null, null],
    ['TODO', null],
    [['TODO'], null],
  ])('for %j is %j: a plain text, or null if only the server can match it', (callArguments, expected) => {
    expect(literalPattern(callArguments)).toEqual(expected);
  });
});

test('the highlighter’s class names are prefixed, so that none equals one of ours', () => {
  const row = { properties: { className: ['token', 'key', 'atrule'] }, children: [{ value: 'name' }] };
  expect(segmentsOfRow(row)).toEqual([{ text: 'name', className: 'token token-key token-atrule' }]);
});
