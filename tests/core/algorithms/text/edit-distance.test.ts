import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from '#lib/core/algorithms/text/edit-distance.ts';

test.each([
  ['', '', 0],
  ['kubernets', 'kubernetes', 1],
  ['recieve', 'receive', 1],
  ['token', 'tokne', 1],
  ['ca', 'abc', 3],
  ['medlar', 'quince', 6],
])('%s and %s differ by %i', (one, other, distance) => {
  expect(editDistance(one, other, 8)).toBe(distance);
  expect(editDistance(other, one, 8)).toBe(distance);
});

test('above the bound it is one more, whatever the words', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, limit) => {
      const exact = editDistance(one, other, 24);
      expect(editDistance(one, other, limit)).toBe(Math.min(exact, limit + 1));
      expect(exact === 0).toBe(one === other);
    }),
  );
});
