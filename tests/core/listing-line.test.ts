import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printListingLine, readListingLine, withoutSizes } from '../../lib/core/listing-line.ts';

const piece = fc.constantFrom('a', '1', '204', '\t', '/', ' -> ', '\r', '\u2028', 'é');
const path = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
const size = fc.option(fc.maxSafeNat());

describe('a line of a listing', () => {
  test('has the size behind a tab, and nothing where it is not known', () => {
    expect(printListingLine({ path: 'src/a.ts', size: 1_204 })).toBe('src/a.ts\t1204');
    expect(printListingLine({ path: 'src/', size: null })).toBe('src/');
    expect(readListingLine('src/a.ts')).toEqual({ path: 'src/a.ts', size: null });
  });

  test('is read as it was meant, whatever the name is, and the path alone is its start', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path, size }), { minLength: 1, maxLength: 5 }), (entries) => {
        const lines = entries.map(printListingLine);
        expect(lines.map(readListingLine)).toEqual(entries);
        expect(withoutSizes(lines.join('\n'))).toBe(entries.map((entry) => entry.path).join('\n'));
      }),
    );
  });

  test('takes no endless figure for a size', () => {
    const line = `a\t${'9'.repeat(400)}`;
    expect(readListingLine(line)).toEqual({ path: line, size: null });
    expect(printListingLine({ path: 'a', size: 2 ** 62 })).toBe('a');
  });
});
