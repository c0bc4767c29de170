import { expect, test } from 'vitest';
import { offsetOfHit, rangesInStretch } from '../../components/artifacts/lines/stretch-ranges.ts';

const find = { query: 'two', isCaseSensitive: false, hitLines: [7], current: { line: 7, start: 5_008 } };

test('hits in a part of a line are marked at their places, and the one that is looked at as such', () => {
  const part = { text: 'two one two', start: 5_000, isLast: false };
  expect(rangesInStretch(part, find, 7)).toEqual([
    { from: 0, to: 3, isNow: false },
    { from: 8, to: 11, isNow: true },
  ]);
  expect(rangesInStretch(part, find, 8).some(({ isNow }) => isNow)).toBe(false);
});

test('a hit is read with something before it, what was asked for from where its row ends', () => {
  expect(offsetOfHit({ line: 7, character: 5_000, isAsked: false })).toBe(4_500);
  expect(offsetOfHit({ line: 7, character: 100, isAsked: false })).toBe(0);
  expect(offsetOfHit({ line: 7, character: 2_000, isAsked: true })).toBe(2_000);
});
