import { describe, expect, test } from 'vitest';
import type { ReplayedTask, ReplaySide } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  estimateKinds,
  estimateReplay,
  isWithinAllowedLoss,
} from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { sampleTask } from '#tests/support/sample-replay.ts';

type Run = Partial<ReplaySide>;
const cost = (costMicrodollars: number): Run => ({ costMicrodollars });
const failed = (run: Run): Run => ({ ...run, check: 'failed', problem: 'wrong' });

const requireEstimate = (tasks: readonly ReplayedTask[]) => {
  const estimate = estimateReplay(tasks);
  if (estimate === null) throw new Error('nothing was run');
  return estimate;
};

/** Rounds whose costs with the split and without are these. */
const roundsOf = (on: readonly number[], off: readonly number[]): [Run, Run][] =>
  on.map((value, index) => [cost(value), cost(off[index] ?? 0)]);

test('cost is that of all runs for each solved task: who fails cheaply saves nothing', () => {
  const tasks = [sampleTask([[cost(100), cost(200)]]), sampleTask([[failed(cost(100)), cost(200)]])];
  const { costPerSolved, change, solved } = requireEstimate(tasks);
  expect(costPerSolved).toEqual({ on: 200, off: 200 });
  expect(solved).toEqual({ on: 1, off: 2 });
  expect(change).toBe(0);
});

test('each task counts the same, however many of its rounds are done', () => {
  const once = sampleTask([[cost(100), cost(100)]]);
  const often = sampleTask(roundsOf([300, 300, 300], [300, 300, 300]));
  expect(requireEstimate([once, often]).costPerSolved.on).toBeCloseTo(200);
});

test('without a price cost is in tokens, and what repeats the call before counts a tenth', () => {
  const run = (inputTokens: number, repeatedTokens: number | null): Run => ({
    ...{ inputTokens, repeatedTokens, outputTokens: 10, costMicrodollars: null },
  });
  const { unit, costPerSolved } = requireEstimate([sampleTask([[run(1_000, 600), run(5_000, null)]])]);
  expect(unit).toBe('tokens');
  expect(costPerSolved).toEqual({ on: 470, off: 5_010 });
});

describe('an interval', () => {
  test('holds the true change 19 times of 20, over tasks and rounds that vary', () => {
    // Costs drawn from a known distribution: the split halves them.
    let hits = 0;
    const trials = 200;
    for (let trial = 0; trial < trials; trial++) {
      const next = randomOf(trial);
      const tasks = Array.from({ length: 12 }, () => {
        const size = 500 + 1_000 * next();
        const run = (factor: number) => cost(Math.round(size * factor * (0.8 + 0.4 * next())));
        return sampleTask(Array.from({ length: 4 }, (): [Run, Run] => [run(0.5), run(1)]));
      });
      const { interval } = requireEstimate(tasks);
      if (interval && interval.low <= -0.5 && interval.high >= -0.5) hits += 1;
    }
    // Percentile intervals of few tasks are somewhat narrow.
    expect(hits / trials).toBeGreaterThan(0.88);
    expect(hits).toBeLessThan(trials);
  });

  test('is none where nothing varies: one task of a script says nothing about others', () => {
    const { interval, verdict, change } = requireEstimate([
      sampleTask(roundsOf([100, 100, 100], [400, 400, 400])),
    ]);
    expect(change).toBe(-0.75);
    expect([interval, verdict]).toEqual([null, 'unknown']);
  });

  test('comes from the tasks alone where the model is scripted', () => {
    const tasks = [100, 150, 90, 120].map((on) => sampleTask(roundsOf([on, on], [400, 400])));
    const { interval, noise, verdict } = requireEstimate(tasks);
    expect(noise).toBe(0);
    expect(verdict).toBe('less');
    expect(interval?.low).toBeGreaterThan(-0.79);
    expect(interval?.high).toBeLessThan(-0.6);
  });

  test('has no upper end where the split may solve nothing', () => {
    const tasks = [sampleTask([[cost(100), cost(200)]]), sampleTask([[failed(cost(100)), cost(200)]])];
    expect(requireEstimate(tasks).interval?.high).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a saving', () => {
  const steady = [300, 302, 298, 301, 299];
  const wild = [100, 900, 150, 700, 300];
  const tasksOf = (on: readonly number[], off: readonly number[]) =>
    Array.from({ length: 6 }, () => sampleTask(roundsOf(on, off)));

  test('is stated if its whole interval is beyond what equal runs differ by', () => {
    expect(requireEstimate(tasksOf([150, 151, 149, 150, 152], steady)).verdict).toBe('less');
    expect(requireEstimate(tasksOf([400, 402, 399, 401, 398], steady)).verdict).toBe('more');
  });

  test('is not stated within the control’s own variation, however sure its interval', () => {
    const slightly = requireEstimate(
      tasksOf(
        steady.map((value) => value - 0.5),
        steady,
      ),
    );
    expect(slightly.verdict).toBe('no difference');
    const loud = requireEstimate([
      sampleTask(
        roundsOf(
          wild.map((value, index) => value * (0.85 + 0.02 * index)),
          wild,
        ),
      ),
    ]);
    expect(loud.noise).toBeGreaterThan(0.5);
    expect(loud.verdict).toBe('no difference');
  });

  test('is not stated after one round: how much the control varies is not known', () => {
    const tasks = [100, 150, 90].map((on) => sampleTask([[cost(on), cost(400)]]));
    const { noise, verdict, interval } = requireEstimate(tasks);
    expect([noise, verdict]).toEqual([null, 'unknown']);
    expect(interval).not.toBeNull();
  });

  test('where a side solved nothing is none', () => {
    const tasks = [sampleTask([[failed(cost(1)), cost(400)]]), sampleTask([[failed(cost(2)), cost(400)]])];
    const { change, interval, costPerSolved } = requireEstimate(tasks);
    expect([change, interval, costPerSolved.on]).toEqual([null, null, null]);
  });
});

test('the control’s variation covers how much two more sets of its runs differ, 19 times of 20', () => {
  let covered = 0;
  const trials = 200;
  for (let trial = 0; trial < trials; trial++) {
    const next = randomOf(trial);
    const off = () => Array.from({ length: 5 }, () => Math.round(500 + 1_000 * next()));
    const set = () => Array.from({ length: 4 }, off);
    const tasks = set().map((values) => sampleTask(roundsOf(values, values)));
    const sum = (values: number[][]) => values.flat().reduce((total, value) => total + value, 0);
    const difference = Math.abs(sum(set()) / sum(set()) - 1);
    if (difference <= (requireEstimate(tasks).noise ?? 0)) covered += 1;
  }
  expect(covered / trials).toBeGreaterThan(0.88);
  expect(covered).toBeLessThan(trials);
});

test('tasks solved less often are within the limit only if the worst case is', () => {
  const always = Array.from({ length: 19 }, () => sampleTask([[{}, {}]]));
  expect(isWithinAllowedLoss(requireEstimate(always))).toBe(true);
  const lost = requireEstimate([...always, sampleTask([[failed({}), {}]])]);
  expect(lost.solvedChange.value).toBe(-1);
  expect(lost.solvedChange.low).toBeLessThan(-1);
  expect(isWithinAllowedLoss(lost)).toBe(false);
});

test('kinds are estimated apart, in the unit of all', () => {
  const long = sampleTask([[cost(1), cost(2)]], { kind: 'long' });
  const unpriced = sampleTask([[{ costMicrodollars: null }, {}]], { kind: 'short' });
  expect(estimateKinds([unpriced, long]).map(({ kind, unit }) => [kind, unit])).toEqual([
    ['long', 'tokens'],
    ['short', 'tokens'],
  ]);
  expect(estimateReplay([sampleTask([])])).toBeNull();
});

test('the same replay gives the same figures', () => {
  const tasks = [sampleTask(roundsOf([1, 5, 3], [9, 7, 8])), sampleTask(roundsOf([2, 2, 4], [9, 5, 8]))];
  expect(estimateReplay(tasks)).toEqual(estimateReplay(tasks));
});

/** Another generator than the one under test. */
function randomOf(seed: number): () => number {
  let state = seed * 7_919 + 17;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
