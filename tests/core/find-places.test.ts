import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaces } from '../../lib/core/find-places.ts';
import { expectLinear } from '../support/expect-linear.ts';

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

test('what repeats costs no more', async () => {
  await expectLinear(1024 * 1024, (length) => {
    const most = 'a'.repeat(length);
    expect(findPlaces(most, `b${'a'.repeat(length / 2)}`)).toEqual([]);
    expect(findPlaces(most, `${'a'.repeat(length / 2)}b`)).toEqual([]);
  });
});
