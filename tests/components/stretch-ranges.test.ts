import { expect, test } from 'vitest';
import { offsetOfHit, rangesInStretch } from '#components/artifacts/lines/stretch-ranges.ts';

const find = { query: 'two', isCaseSensitive: false, hitLines: [7], current: { line: 7, start: 5_008 } };

test('matches in a part of a line are marked at their offsets, and the current one as current', () => {
  const part = { text: 'two one two', start: 5_000, isLast: false };
  expect(rangesInStretch(part, find, 7)).toEqual([
    { from: 0, to: 3, isNow: false },
    { from: 8, to: 11, isNow: true },
  ]);
  expect(rangesInStretch(part, find, 8).some(({ isNow }) => isNow)).toBe(false);
});

test('a match is loaded with some text before it, and a requested part from where its row ends', () => {
  expect(offsetOfHit({ line: 7, character: 5_000, isAsked: false })).toBe(4_500);
  expect(offsetOfHit({ line: 7, character: 100, isAsked: false })).toBe(0);
  expect(offsetOfHit({ line: 7, character: 2_000, isAsked: true })).toBe(2_000);
});
