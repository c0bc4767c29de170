import { expect, test } from 'vitest';
import { changedProblems } from '#lib/core/vocabulary/changed-problems.ts';

const problem = (name: string, line = 1) => ({ line, name, message: null, location: null });

test('names the failures that appear in only one of two runs, wherever they are printed', () => {
  const before = [problem('adds up', 3), problem('rounds', 9)];
  const after = [problem('rounds', 40), problem('is empty', 50)];
  expect(changedProblems(before, after)).toEqual({ fixed: ['adds up'], broken: ['is empty'] });
  expect(changedProblems(before, [])).toEqual({ fixed: ['adds up', 'rounds'], broken: [] });
  expect(changedProblems(before, before)).toEqual({ fixed: [], broken: [] });
});
