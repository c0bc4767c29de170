import { describe, expect, test } from 'vitest';
import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';
import { gramsOf, termCount, termOf } from '#lib/core/algorithms/text/grams.ts';

describe('the grams of a text', () => {
  test('are its runs of up to three characters without a blank, single ones only outside ASCII', () => {
    expect(gramsOf('abcd e')).toEqual(new Set(['ab', 'abc', 'bc', 'bcd', 'cd'].flatMap(only)));
    expect(gramsOf('上海')).toEqual(new Set(['上', '上海', '海'].flatMap(only)));
    expect(gramsOf('a\tb\n\u00a0c d').size).toBe(0);
    expect(gramsOf('abc', 2)).toEqual(new Set(['ab', 'bc'].flatMap(only)));
  });

  test('are numbers of two bytes, spread over nearly all of them', () => {
    const terms = new Set<number>();
    for (let index = 0; index < 400_000; index += 1) terms.add(termOf(index.toString(36)));
    expect(Math.max(...terms)).toBeLessThan(termCount);
    expect(terms.size).toBeGreaterThan(termCount * 0.99);
  });
});

/** The longest gram of a text this short. */
const only = (text: string): number[] => [...gramsOf(text, text.length)];

test('lower case leaves every character at its offset', () => {
  for (const [text, folded] of [
    ['AbÜ', 'abü'],
    ['İX', 'İx'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İΟΔΟΣ', 'İοδοσ'],
    ['Ⓐ👍🏽İZ', 'ⓐ👍🏽İz'],
  ]) {
    expect(foldCase(text ?? '')).toBe(folded);
  }
});
