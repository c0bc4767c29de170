import { expect, test } from 'vitest';
import { groupMatches } from '#components/artifacts/viewers/matches/group-matches.ts';

const inFiles = (count: number, perFile: number) =>
  Array.from({ length: count }, (_, index) => `src/f${Math.floor(index / perFile)}.ts:${index + 1}:text`);

test('all matches fit on a card if they are in few files', () => {
  const { files, lineCount } = groupMatches(inFiles(12, 6), []);
  expect(lineCount).toBe(12);
  expect(files.map(({ path, matches }) => [path, matches.length])).toEqual([
    ['src/f0.ts', 6],
    ['src/f1.ts', 6],
  ]);
});

test('for many files the card shows the groups that fit whole, and says how many there are', () => {
  const { files, lineCount } = groupMatches(inFiles(12, 1), []);
  // Each takes a header of 34 px and a row of 20 px; a card is at most 344 px high.
  expect(lineCount).toBe(6);
  expect(files).toHaveLength(6);
});

test('separator lines between groups take no space, and lines that name no file stay with the group before', () => {
  const { files, lineCount } = groupMatches(['a.ts:1:x', '--', 'a.ts:9:x', 'Stopped'], ['a.ts']);
  expect(lineCount).toBe(4);
  expect(files.map(({ matches }) => matches.length)).toEqual([3]);
});
