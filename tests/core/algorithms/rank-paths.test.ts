import { expect, test } from 'vitest';
import { rankPaths } from '#lib/core/algorithms/rank-paths.ts';

const paths = [
  'src/auth/token.ts',
  'src/limits/token-bucket.ts',
  'docs/old-token.md',
  'tokens/readme.md',
  'a.txt',
];

test('a name that starts with the query comes before one that contains it, then any other path', () => {
  expect(rankPaths(paths, 'Token', 8)).toEqual([
    'src/auth/token.ts',
    'src/limits/token-bucket.ts',
    'docs/old-token.md',
    'tokens/readme.md',
  ]);
  expect(rankPaths(paths, 'token', 2)).toHaveLength(2);
});

test('a query may name folders, or nothing that is there', () => {
  expect(rankPaths(paths, 'limits/tok', 8)).toEqual(['src/limits/token-bucket.ts']);
  expect(rankPaths(paths, 'nothing', 8)).toEqual([]);
});
