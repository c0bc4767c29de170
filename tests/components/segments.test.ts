import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markSegments, plainSegments, type Segment } from '../../components/artifacts/code-segments.ts';
import { splitHidden } from '../../components/artifacts/hidden-characters.ts';
import { literalPattern } from '../../components/artifacts/literal-pattern.ts';

const segments: fc.Arbitrary<Segment[]> = fc.array(
  fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', 'İ', '😀') }),
    className: fc.constantFrom('', 'token'),
    isMarked: fc.constant(false),
  }),
);
const textOf = (all: Segment[]) => all.map(({ text }) => text).join('');

describe('marking what was found', () => {
  test('changes no character, and marks exactly the occurrences', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('a', 'ab', 'aa', 'a b', 'x', ''), (all, find) => {
        const marked = markSegments(all, { text: find, ignoreCase: false });
        expect(textOf(marked)).toBe(textOf(all));
        const count = find === '' ? 0 : textOf(all).split(find).length - 1;
        const markedCharacters = textOf(marked.filter(({ isMarked }) => isMarked)).length;
        expect(markedCharacters).toBe(count * find.length);
      }),
    );
  });

  test('goes over the bounds of colours', () => {
    const all: Segment[] = [
      { text: 'con', className: 'token', isMarked: false },
      { text: 'st a', className: '', isMarked: false },
    ];
    const marked = markSegments(all, { text: 'CONST', ignoreCase: true });
    expect(marked.map(({ text, isMarked }) => [text, isMarked])).toEqual([
      ['con', true],
      ['st', true],
      [' a', false],
    ]);
  });

  test('is left where nothing is looked for', () => {
    const all = plainSegments('a');
    expect(markSegments(all, null)).toBe(all);
  });
});

describe('hidden characters', () => {
  test('are named, and all others stay as they are', () => {
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
  ])('of %j are %j', (text, parts) => {
    expect(splitHidden(text)).toEqual(parts);
  });
});

describe('what a search looked for', () => {
  test.each([
    [{ pattern: 'TODO' }, { text: 'TODO', ignoreCase: false }],
    [
      { pattern: 'refill\\(', ignoreCase: true },
      { text: 'refill(', ignoreCase: true },
    ],
    [{ pattern: 'a\\.b' }, { text: 'a.b', ignoreCase: false }],
    [{ pattern: 'a.*b' }, null],
    [{ pattern: '\\d+' }, null],
    [{ pattern: 'word\\b' }, null],
    [{ pattern: '' }, null],
    [{ pattern: 3 }, null],
    [null, null],
    ['TODO', null],
    [['TODO'], null],
  ])('with %j is %j: a plain text, or the server’s business', (callArguments, expected) => {
    expect(literalPattern(callArguments)).toEqual(expected);
  });
});
