import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';

const lineNumber = fc.integer({ min: 1, max: 999_999_999 });

test('parses a line range in each of its spellings', () => {
  expect(parseLineRange('40')).toEqual({ from: 40, to: 40 });
  expect(parseLineRange('L40')).toEqual({ from: 40, to: 40 });
  expect(parseLineRange('40-62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange('L40-L62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange('L40-62')).toEqual({ from: 40, to: 62 });
  expect(parseLineRange(' 40-62\n')).toEqual({ from: 40, to: 62 });
});

test('returns null for what is not a line range', () => {
  const bad = [
    ...['', ' ', '-', 'L', 'a', '40-', '-40', '0', '0-5', 'L0', '62-40', '1.5', '1,5', '1e3', '+1', '-1-2'],
    ...['1-2-3', '1 - 2', '1–2', 'l40', '٤٠', '0x10', '1000000000', '1-1000000000', 'NaN', '1\n2'],
  ];
  for (const text of bad) expect(parseLineRange(text), JSON.stringify(text)).toBeNull();
});

test('a formatted range parses back to the same range', () => {
  fc.assert(
    fc.property(lineNumber, lineNumber, (a, b) => {
      const range = { from: Math.min(a, b), to: Math.max(a, b) };
      expect(parseLineRange(formatLineRange(range))).toEqual(range);
    }),
  );
});

test('every parsed range is a valid range of lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'L-0123459 .') }), (text) => {
      const range = parseLineRange(text);
      if (range === null) return;
      expect(range.from).toBeGreaterThanOrEqual(1);
      expect(range.to).toBeGreaterThanOrEqual(range.from);
    }),
  );
});
