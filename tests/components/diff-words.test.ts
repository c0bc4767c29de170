import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWords, type TextRange } from '#components/artifacts/viewers/diff/diff-words.ts';
import { expectLinear } from '../support/expect-linear.ts';

const marked = (text: string, ranges: readonly TextRange[]) =>
  ranges.map(([from, to]) => text.slice(from, to));
const without = (text: string, ranges: readonly TextRange[]) =>
  ranges.reduceRight((remaining, [from, to]) => remaining.slice(0, from) + remaining.slice(to), text);

describe('the changed words of a line', () => {
  test('are whole words, and adjacent signs that belong together', () => {
    const before = '    refilledAtMs = nowMs';
    const after = '    refilledAtMs += intervals * intervalMs';
    const words = diffWords(before, after);
    expect(words && marked(before, words.before)).toEqual(['=', 'nowMs']);
    expect(words && marked(after, words.after)).toEqual(['+=', 'intervals * intervalMs']);
  });

  test('are found at the start, at the end, and in any script', () => {
    expect(diffWords('foo(bar)', 'foo(bar, baz)')).toEqual({ before: [], after: [[7, 12]] });
    expect(diffWords('größe = 1', 'länge = 1')).toEqual({ before: [[0, 5]], after: [[0, 5]] });
  });

  test('are not marked if the lines have little in common', () => {
    expect(diffWords('return cache.get(key)', '// nothing')).toBeNull();
    expect(diffWords('', 'a')).toBeNull();
    expect(diffWords('  ', '    ')).toBeNull();
  });

  test('leave the same unmarked text in both versions of any lines', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'foo', ' ', '  ', '=', '+=', '(', ')', '😀', '́', '\t'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [before, after] = [left.join(''), right.join('')];
        const found = diffWords(before, after);
        if (found) expect(without(before, found.before)).toBe(without(after, found.after));
      }),
    );
  });

  test('are found in linear time in lines of the maximum length', async () => {
    const many = (word: string, count: number) => `${word}, `.repeat(count);
    const alike = (word: string, count: number) => `${'same '.repeat(1.5 * count)}${many(word, count)}end`;
    const compare = (count: number) => {
      expect(diffWords(`x ${many('a', count)}`, `y ${many('b', count)}`)).toBeNull();
      return diffWords(alike('a', count), alike('b', count));
    };
    // Too many words to compare one by one: everything between the common ends is marked.
    expect(compare(600)).toEqual({ before: [[4_500, 6_298]], after: [[4_500, 6_298]] });
    // Long enough that both sizes collect garbage.
    await expectLinear(38_400, compare);
  });
});
