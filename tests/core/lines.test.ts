import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLineRange, parseLineRange } from '../../lib/core/lines.ts';

const lineNumber = fc.integer({ min: 1, max: 999_999_999 });

test('a range is read in each of its spellings', () => {
  expect(parseLineRange('40')).toEqual({ from: 40, to: 40 });
  expect(parseLineRange('L40')).toEqual({ from: 40, to: 40 });
  expect(parseLineRange('40-62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange('L40-L62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange('L40-62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange(' 40-62\n')).toEqual({ from: 40, to: 62 });
});

test('what is no range is none', () => {
  const bad = [
    ...['', ' ', '-', 'L', 'a', '40-', '-40', '0', '0-5', 'L0', '62-40', '1.5', '1,5', '1e3', '+1', '-1-2'],
    ...['1-2-3', '1 - 2', '1–2', 'l40', '٤٠', '0x10', '1000000000', '1-1000000000', 'NaN', '1\n2'],
  ];
  for (const text of bad) expect(parseLineRange(text), JSON.stringify(text)).toBeNull();
});

test('a range that is written is read back the same', () => {
  fc.assert(
    fc.property(lineNumber, lineNumber, (a, b) => {
      const range = { from: Math.min(a, b), to: Math.max(a, b) };
      expect(parseLineRange(formatLineRange(range))).toEqual(range);
    }),
  );
});

test('whatever is read is a range of lines that can be', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'L-0123459 .') }), (text) => {
      const range = parseLineRange(text);
      if (range === null) return;
      expect(range.from).toBeGreaterThanOrEqual(1);
      expect(range.to).toBeGreaterThanOrEqual(range.from);
    }),
  );
});
