import { expect, test } from 'vitest';
import { printReplay } from '#lib/replay/print-replay.ts';
import { sampleReplay, sampleSide } from '../support/sample-replay.ts';

test('the table tells each run, what they come to, and whether the work was done', () => {
  const wrong = sampleSide({
    inputTokens: 9_000,
    check: 'failed',
    problem: 'the answer does not name ORD-1',
  });
  const replay = sampleReplay({
    tasks: [
      { name: 'question-of-log', title: 'A', note: null, sides: { on: sampleSide(), off: wrong } },
      { name: 'fix-failing-test', title: 'B', note: 'Not run: this task needs commands.', sides: null },
    ],
  });
  expect(printReplay(replay).split('\n')).toEqual([
    'demo-model, the split at balanced and off',
    '',
    'task              split     input  output     cost  steps  recalls   time  check',
    'question-of-log   balanced  1,000      40  $0.0025      3        1  4.2 s  passed',
    '                  off       9,000      40  $0.0025      3        1  4.2 s  failed',
    'fix-failing-test  –                                                        not run',
    'all               balanced  1,000      40  $0.0025      3        1  4.2 s  1 of 1',
    '                  off       9,000      40  $0.0025      3        1  4.2 s  0 of 1',
    '',
    'question-of-log, without: the answer does not name ORD-1',
    'fix-failing-test: Not run: this task needs commands.',
    'Tokens: 88.5% less. Cost: 0% less. Checks passed: 1 of 1 with the split, 0 of 1 without.',
    'Tokens as reported by the provider.',
  ]);
});

test('what is counted here is marked, and what is not known is no figure', () => {
  const side = sampleSide({ isEstimated: true, costMicrodollars: null });
  const replay = sampleReplay({
    isOffline: true,
    tasks: [{ name: 'a', title: 'A', note: null, sides: { on: side, off: side } }],
  });
  const text = printReplay(replay);
  expect(text).toContain('The offline model');
  expect(text).toMatch(/a +balanced +~1,000 +~40 +– /);
  expect(text).toContain('Tokens: 0% less. Cost: not known.');
  expect(text).toContain('~ The provider did not report all usage: we counted these tokens (o200k_base).');
});
