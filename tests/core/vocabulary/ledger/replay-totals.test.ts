import { expect, test } from 'vitest';
import { averageOf, totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { sampleTask } from '#tests/support/sample-replay.ts';

const failed = { check: 'failed', problem: 'wrong' } as const;

test('a task’s figures are averages of its rounds, and its checks are counted', () => {
  const { rounds } = sampleTask([
    [{ inputTokens: 100, recalls: 1 }, {}],
    [{ inputTokens: 300, recalls: 2, ...failed }, {}],
  ]);
  expect(averageOf(rounds, 'on')).toMatchObject({ inputTokens: 200, recalls: 1.5, passed: 1, checked: 2 });
});

test('totals are the averages of the tasks that ran, added up for each side', () => {
  const tasks = [
    sampleTask([
      [{ inputTokens: 100 }, { inputTokens: 500 }],
      [{ inputTokens: 200 }, { inputTokens: 700, ...failed }],
    ]),
    sampleTask([]),
    sampleTask([[{ inputTokens: 40, check: 'none' }, { inputTokens: 60 }]]),
  ];
  expect(totalsOf(tasks, 'on')).toMatchObject({
    inputTokens: 190,
    costMicrodollars: 5_000,
    passed: 2,
    checked: 2,
  });
  expect(totalsOf(tasks, 'off')).toMatchObject({ inputTokens: 660, passed: 2, checked: 3 });
});

test('a total is unknown if one run’s value is unknown, and marked if we counted it ourselves', () => {
  const tasks = [sampleTask([[{}, {}]]), sampleTask([[{ costMicrodollars: null, isEstimated: true }, {}]])];
  expect(totalsOf(tasks, 'on')).toMatchObject({
    costMicrodollars: null,
    isEstimated: true,
    inputTokens: 2_000,
  });
  expect(totalsOf([], 'on')).toMatchObject({ costMicrodollars: null, cacheReadTokens: null, inputTokens: 0 });
});
