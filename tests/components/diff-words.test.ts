import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWords, type TextRange } from '../../components/artifacts/viewers/diff/diff-words.ts';
import { expectLinear } from '../support/expect-linear.ts';

const marked = (text: string, ranges: readonly TextRange[]) =>
  ranges.map(([from, to]) => text.slice(from, to));
const without = (text: string, ranges: readonly TextRange[]) =>
  ranges.reduceRight((remaining, [from, to]) => remaining.slice(0, from) + remaining.slice(to), text);

describe('the words in which two versions of a line differ', () => {
  test('are those that changed, whole, and signs that belong together as one', () => {
    const before = '    refilledAtMs = nowMs';
    const after = '    refilledAtMs += intervals * intervalMs';
    const words = diffWords(before, after);
    expect(words && marked(before, words.before)).toEqual(['=', 'nowMs']);
    expect(words && marked(after, words.after)).toEqual(['+=', 'intervals * intervalMs']);
  });

  test('are found at the beginning, at the end, and in letters of any script', () => {
    expect(diffWords('foo(bar)', 'foo(bar, baz)')).toEqual({ before: [], after: [[7, 12]] });
    expect(diffWords('größe = 1', 'länge = 1')).toEqual({ before: [[0, 5]], after: [[0, 5]] });
  });

  test('are not told of lines with little in common', () => {
    expect(diffWords('return cache.get(key)', '// nothing')).toBeNull();
    expect(diffWords('', 'a')).toBeNull();
    expect(diffWords('  ', '    ')).toBeNull();
  });

  test('leave the same text on both sides, whatever the lines', () => {
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

  test('take the longest lines there are in time that grows with their length', async () => {
    const many = (word: string, count: number) => `${word}, `.repeat(count);
    const alike = (word: string, count: number) => `${'same '.repeat(1.5 * count)}${many(word, count)}end`;
    const compare = (count: number) => {
      expect(diffWords(`x ${many('a', count)}`, `y ${many('b', count)}`)).toBeNull();
      return diffWords(alike('a', count), alike('b', count));
    };
    // Too many to be compared one by one: what lies between their ends is marked whole.
    expect(compare(600)).toEqual({ before: [[4_500, 6_298]], after: [[4_500, 6_298]] });
    await expectLinear(9_600, compare);
  });
});
