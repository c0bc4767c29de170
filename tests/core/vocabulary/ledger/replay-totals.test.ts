import { expect, test } from 'vitest';
import type { ReplayedTask, ReplaySide } from '#lib/core/vocabulary/ledger/replay.ts';
import { reductionOf, totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';

const side = (change: Partial<ReplaySide> = {}): ReplaySide => ({
  inputTokens: 100,
  cacheReadTokens: 20,
  outputTokens: 10,
  isEstimated: false,
  costMicrodollars: 50,
  steps: 2,
  recalls: 1,
  elapsedMs: 1_000,
  check: 'passed',
  problem: null,
  ...change,
});
const task = (on: ReplaySide, off: ReplaySide): ReplayedTask => ({
  name: 'a',
  title: 'A',
  note: null,
  sides: { on, off },
});

test('totals sum the tasks that ran, separately for each configuration', () => {
  const notRun: ReplayedTask = { name: 'b', title: 'B', note: 'no commands', sides: null };
  const failed = side({ check: 'failed', problem: 'wrong' });
  const tasks = [task(side(), failed), notRun, task(side({ check: 'none' }), side({ inputTokens: 500 }))];
  expect(totalsOf(tasks, 'on')).toEqual({
    ...{ inputTokens: 200, cacheReadTokens: 40, outputTokens: 20, isEstimated: false, costMicrodollars: 100 },
    ...{ steps: 4, recalls: 2, elapsedMs: 2_000, passed: 1, checked: 1 },
  });
  expect(totalsOf(tasks, 'off')).toMatchObject({ inputTokens: 600, passed: 1, checked: 2 });
});

test('a total is unknown if one run’s value is unknown, and marked if we counted it ourselves', () => {
  const tasks = [task(side(), side()), task(side({ costMicrodollars: null, isEstimated: true }), side())];
  expect(totalsOf(tasks, 'on')).toMatchObject({
    costMicrodollars: null,
    isEstimated: true,
    inputTokens: 200,
  });
  expect(totalsOf([], 'on')).toMatchObject({ costMicrodollars: null, cacheReadTokens: null, inputTokens: 0 });
});

test('a reduction may be negative and is never invented', () => {
  const off = side({ inputTokens: 400, outputTokens: 40, costMicrodollars: 0 });
  expect(reductionOf(side(), off)).toEqual({ tokensPercent: 75, costPercent: null });
  expect(reductionOf(off, side())).toEqual({ tokensPercent: -300, costPercent: 100 });
  expect(reductionOf(side({ costMicrodollars: null }), side())).toMatchObject({ costPercent: null });
});
