import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';

test('cut text is the longest allowed prefix and never ends inside a surrogate pair', () => {
  expect(cutText('a😀b', 1)).toBe('a');
  expect(cutText('a😀b', 2)).toBe('a');
  expect(cutText('a😀b', 3)).toBe('a😀');
  expect(cutText('a😀b', 9)).toBe('a😀b');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, characters) => {
      const cut = cutText(text, characters);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(characters);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, characters) - 1);
    }),
  );
});
