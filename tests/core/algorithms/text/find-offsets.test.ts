import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOffsets } from '#lib/core/algorithms/text/find-offsets.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

test('finds all occurrences, overlapping ones too', () => {
  const word = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
  fc.assert(
    fc.property(word(40), word(5), fc.nat(40), fc.nat(40), (text, wanted, from, to) => {
      fc.pre(wanted !== '');
      const positions = [...text].map((_, at) => at).filter((at) => text.startsWith(wanted, at));
      expect(findOffsets(text, wanted)).toEqual(positions);
      expect(findOffsets([...text], [...wanted], { from, to })).toEqual(
        positions.filter((at) => from <= at && at <= to),
      );
      expect(findOffsets(text, wanted, { max: 2 })).toEqual(positions.slice(0, 2));
    }),
    { numRuns: 2_000 },
  );
});

test('finds repetitive text at no extra cost', async () => {
  await expectLinear(1024 * 1024, (length) => {
    const longest = 'a'.repeat(length);
    expect(findOffsets(longest, `b${'a'.repeat(length / 2)}`)).toEqual([]);
    expect(findOffsets(longest, `${'a'.repeat(length / 2)}b`)).toEqual([]);
  });
});
