import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeFirst } from '#lib/split/take-first.ts';

test('gives what sorting all of them and cutting would, equal ones as they came', () => {
  const items = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 5 }), name: fc.string() }));
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 12 }), (all, maximum) => {
      const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
      expect(takeFirst(all, maximum, byRank)).toEqual(all.toSorted(byRank).slice(0, maximum));
    }),
  );
});
