import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeTokens } from '#lib/split/take-tokens.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { hostileTexts } from '../support/full-result.ts';

const { count } = await loadTokenizer();

describe('the longest start of a text that fits', () => {
  test('is all of it where that fits', () => {
    for (const text of ['', 'a', 'a\nb\n', 'word '.repeat(3_000), 'a b\n'.repeat(3_000)])
      expect(takeTokens(text, count(text), count)).toBe(text);
  });

  test('is never over its budget, not by one token', () => {
    expect(takeTokens('a\nb', 1, count)).toBe('a');
    expect(takeTokens('\nabc', 0, count)).toBe('');
    for (const [name, text] of Object.entries(hostileTexts)) {
      for (const budget of [0, 1, 2, 3, 10, 399, 400, 7_999]) {
        const chosen = takeTokens(text, budget, count);
        expect(count(chosen), `${name} ${budget}`).toBeLessThanOrEqual(budget);
        expect(text.startsWith(chosen), name).toBe(true);
        expect(chosen.isWellFormed(), `${name} ${budget}`).toBe(true);
      }
    }
  });

  test('is never over its budget, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('\n', '\n\n', ' ', '😀', 'aaaa', '<|endoftext|>', '\r\n', 'word '),
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('').toWellFormed());
    fc.assert(
      fc.property(text, fc.nat(60), (output, budget) => {
        const chosen = takeTokens(output, budget, count);
        expect(count(chosen)).toBeLessThanOrEqual(budget);
        expect(output.startsWith(chosen)).toBe(true);
        expect(chosen.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('ends at a line where it can, and uses most of its budget', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`).join('');
    for (const budget of [50, 333, 5_000]) {
      const chosen = takeTokens(text, budget, count);
      expect(chosen.endsWith('\n')).toBe(true);
      expect(count(chosen)).toBeGreaterThan(budget - 10);
    }
  });

  test('is a part of a line where a line is longer than the budget', () => {
    const chosen = takeTokens(`short\n${'word '.repeat(10_000)}`, 5_000, count);
    expect(count(chosen)).toBeGreaterThan(4_900);
  });

  test('looks at nothing past the budget', () => {
    let looked = 0;
    takeTokens('word '.repeat(1_000_000), 100, (text) => {
      looked += text.length;
      return count(text);
    });
    expect(looked).toBeLessThan(40_000);
  });
});
