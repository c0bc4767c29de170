import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printListingLine, readListingLine, withoutSizes } from '#lib/core/algorithms/lines/listing-line.ts';

const piece = fc.constantFrom('a', '1', '204', '\t', '/', ' -> ', '\r', '\u2028', 'é');
const path = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
const size = fc.option(fc.maxSafeNat());

describe('a line of a directory listing', () => {
  test('has the size after a tab, or nothing if the size is unknown', () => {
    expect(printListingLine({ path: 'src/a.ts', size: 1_204 })).toBe('src/a.ts\t1204');
    expect(printListingLine({ path: 'src/', size: null })).toBe('src/');
    expect(readListingLine('src/a.ts')).toEqual({ path: 'src/a.ts', size: null });
  });

  test('parses back to its path and size for any file name, and starts with the bare path', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path, size }), { minLength: 1, maxLength: 5 }), (entries) => {
        const lines = entries.map(printListingLine);
        expect(lines.map(readListingLine)).toEqual(entries);
        expect(withoutSizes(lines.join('\n'))).toBe(entries.map((entry) => entry.path).join('\n'));
      }),
    );
  });

  test('does not accept an infinite size', () => {
    const line = `a\t${'9'.repeat(400)}`;
    expect(readListingLine(line)).toEqual({ path: line, size: null });
    expect(printListingLine({ path: 'a', size: 2 ** 62 })).toBe('a');
  });
});
