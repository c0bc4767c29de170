import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaces } from '../../lib/core/find-places.ts';

test('all places are found, overlapping ones too', () => {
  const word = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
  fc.assert(
    fc.property(word(40), word(5), fc.nat(40), fc.nat(40), (text, wanted, from, to) => {
      fc.pre(wanted !== '');
      const places = [...text].map((_, at) => at).filter((at) => text.startsWith(wanted, at));
      expect(findPlaces(text, wanted)).toEqual(places);
      expect(findPlaces([...text], [...wanted], { from, to })).toEqual(
        places.filter((at) => from <= at && at <= to),
      );
      expect(findPlaces(text, wanted, { most: 2 })).toEqual(places.slice(0, 2));
    }),
    { numRuns: 2_000 },
  );
});

test('what repeats costs no more', () => {
  const startedMs = performance.now();
  const most = 'a'.repeat(4 * 1024 * 1024);
  expect(findPlaces(most, `b${'a'.repeat(2 * 1024 * 1024)}`)).toEqual([]);
  expect(findPlaces(most, `${'a'.repeat(2 * 1024 * 1024)}b`)).toEqual([]);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
