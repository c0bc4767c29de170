import { expect, test } from 'vitest';
import { groupMatches } from '../../components/artifacts/viewers/matches/group-matches.ts';

const inFiles = (count: number, perFile: number) =>
  Array.from({ length: count }, (_, index) => `src/f${Math.floor(index / perFile)}.ts:${index + 1}:text`);

test('matches of few files all have room on a card', () => {
  const { files, lineCount } = groupMatches(inFiles(12, 6), []);
  expect(lineCount).toBe(12);
  expect(files.map(({ path, matches }) => [path, matches.length])).toEqual([
    ['src/f0.ts', 6],
    ['src/f1.ts', 6],
  ]);
});

test('of matches in many files as many are shown as have room whole, and it is told how many', () => {
  const { files, lineCount } = groupMatches(inFiles(12, 1), []);
  // Each takes a head of 34 px and a row of 20 px; a card is 344 px high at most.
  expect(lineCount).toBe(6);
  expect(files).toHaveLength(6);
});

test('lines between groups take no room, and lines that name no file stay with the one before', () => {
  const { files, lineCount } = groupMatches(['a.ts:1:x', '--', 'a.ts:9:x', 'Stopped'], ['a.ts']);
  expect(lineCount).toBe(4);
  expect(files.map(({ matches }) => matches.length)).toEqual([3]);
});
