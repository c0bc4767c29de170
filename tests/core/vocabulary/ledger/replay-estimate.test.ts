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

const how = { isOffline: false, hasMistakes: false };
const script = { isOffline: true, hasMistakes: false };

const requireEstimate = (tasks: readonly ReplayedTask[], of = how) => {
  const estimate = estimateReplay({ tasks: [...tasks], ...of });
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
  const run = (inputTokens: number, repeatedTokens: number): Run => ({
    ...{ inputTokens, repeatedTokens, outputTokens: 10, costMicrodollars: null },
  });
  const { unit, costPerSolved } = requireEstimate([sampleTask([[run(1_000, 600), run(5_000, 0)]])]);
  expect(unit).toBe('tokens');
  expect(costPerSolved).toEqual({ on: 470, off: 5_010 });
});

test('what an earlier version ran shows nothing: it counted less, and its control was another', () => {
  const tasks = [sampleTask([[{}, {}]]), sampleTask([[{ compactions: null }, {}]])];
  expect(estimateReplay({ tasks, ...how })).toBeNull();
  expect(estimateReplay({ tasks: [sampleTask([])], ...how })).toBeNull();
});

describe('an interval', () => {
  /** How often an interval has the true change in it, and a saving is claimed where there is none. */
  const trial = (
    taskCount: number,
    factor: number,
    ofFamily: (index: number) => string | null = () => null,
  ) => {
    let hits = 0;
    let claims = 0;
    const trials = 80;
    for (let seed = 0; seed < trials; seed++) {
      const next = randomOf(seed);
      const effects = new Map<string | null, number>();
      const tasks = Array.from({ length: taskCount }, (_, index) => {
        const family = ofFamily(index);
        // Tasks differ in what the split does to them; those of a family are alike.
        const effect = effects.get(family) ?? 0.3 * (next() + next() + next() + next() - 2);
        if (family !== null) effects.set(family, effect);
        const run = (by: number) => cost(Math.round(1_000 * by * (0.97 + 0.06 * next())));
        const rounds = Array.from({ length: 3 }, (): [Run, Run] => [run(factor * (1 + effect)), run(1)]);
        return sampleTask(rounds, { family });
      });
      const { interval, verdict } = requireEstimate(tasks);
      if (interval && interval.low <= factor - 1 && interval.high >= factor - 1) hits += 1;
      if (verdict === 'less' || verdict === 'more') claims += 1;
    }
    return { hit: hits / trials, claimed: claims / trials };
  };

  test.each([6, 12])('has the true change in it 19 times of 20, with %i tasks', (count) => {
    const { hit } = trial(count, 0.5);
    expect(hit).toBeGreaterThan(0.85);
  });

  test('is as wide where many tasks are of few templates', () => {
    const { hit } = trial(21, 0.5, (index) => `family ${index % 7}`);
    expect(hit).toBeGreaterThan(0.85);
  });

  test.each([6, 12])('claims nothing where there is nothing, with %i tasks', (count) => {
    expect(trial(count, 1).claimed).toBeLessThan(0.15);
  });

  test('of few tasks is of their runs alone, and says so', () => {
    const two = [
      sampleTask(roundsOf([150, 160, 140, 155], [400, 410, 390, 405])),
      sampleTask(roundsOf([250, 260, 240, 255], [500, 510, 490, 505])),
    ];
    expect(requireEstimate(two).interval).toMatchObject({ scope: 'these tasks' });
    const six = Array.from({ length: 6 }, () => sampleTask(roundsOf([150, 160], [400, 410])));
    expect(requireEstimate(six).interval).toMatchObject({ scope: 'tasks like these' });
  });

  test.each<[string, ReplayedTask[], typeof how]>([
    ['few runs of few tasks', [sampleTask(roundsOf([150, 160], [400, 410]))], how],
    [
      'a script, whose runs differ by their IDs alone',
      [sampleTask(roundsOf([150, 151, 150, 150, 151, 150, 150], [400, 401, 400, 400, 400, 400, 400]))],
      script,
    ],
  ])('of %s is none', (_, tasks, of) => {
    const { interval, verdict, unknownFor } = requireEstimate(tasks, of);
    expect([interval, verdict, unknownFor]).toEqual([null, 'unknown', 'tasks']);
  });

  test('of a script comes from its tasks, and its control has no variation', () => {
    const tasks = [100, 150, 90, 120, 110, 130, 95].map((on) =>
      sampleTask(roundsOf([on, on + 1], [400, 401])),
    );
    const { interval, noise, verdict } = requireEstimate(tasks, script);
    expect(noise).toBe(0);
    expect(verdict).toBe('less');
    expect(interval?.low).toBeGreaterThan(-0.8);
    expect(interval?.high).toBeLessThan(-0.6);
  });

  test('has no upper end where the split may solve nothing', () => {
    const lost = Array.from({ length: 5 }, () => sampleTask([[failed(cost(100)), cost(200)]]));
    const tasks = [sampleTask([[cost(100), cost(200)]]), ...lost];
    expect(requireEstimate(tasks).interval?.high).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a saving', () => {
  const steady = [300, 302, 298, 301, 299];
  const wild = [100, 900, 150, 700, 300];
  const tasksOf = (on: readonly number[], off: readonly number[]) =>
    Array.from({ length: 7 }, () => sampleTask(roundsOf(on, off)));

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
    const loud = requireEstimate(
      tasksOf(
        wild.map((value, index) => value * (0.85 + 0.02 * index)),
        wild,
      ),
    );
    expect(loud.noise).toBeGreaterThan(0.2);
    expect(loud.verdict).toBe('no difference');
  });

  test('is not stated after one round: how much the control varies is not known', () => {
    const tasks = [100, 150, 90, 120, 80, 110].map((on) => sampleTask([[cost(on), cost(400)]]));
    const { noise, verdict, unknownFor, interval } = requireEstimate(tasks);
    expect([noise, verdict, unknownFor]).toEqual([null, 'unknown', 'rounds']);
    expect(interval).not.toBeNull();
  });

  test('is none where the split solves nothing: it costs more, after one round too', () => {
    const tasks = Array.from({ length: 6 }, () => sampleTask([[failed(cost(1)), cost(400)]]));
    const { change, interval, costPerSolved, verdict } = requireEstimate(tasks);
    expect([change, interval, costPerSolved.on, verdict]).toEqual([null, null, null, 'more']);
  });

  test('is not known where the other side solves nothing', () => {
    const tasks = Array.from({ length: 6 }, () =>
      sampleTask(roundsOf([1, 1], [4, 4]).map(([on, off]) => [on, failed(off)])),
    );
    expect(requireEstimate(tasks)).toMatchObject({ verdict: 'unknown', unknownFor: 'solved' });
  });
});

test('the control’s variation covers how much two more sets of its runs differ, 19 times of 20', () => {
  let covered = 0;
  const trials = 100;
  for (let trial = 0; trial < trials; trial++) {
    const next = randomOf(trial);
    const off = () => Array.from({ length: 5 }, () => Math.round(500 + 1_000 * next()));
    const set = () => Array.from({ length: 4 }, off);
    const tasks = set().map((values) => sampleTask(roundsOf(values, values)));
    const sum = (values: number[][]) => values.flat().reduce((total, value) => total + value, 0);
    const difference = Math.abs(sum(set()) / sum(set()) - 1);
    if (difference <= (requireEstimate(tasks).noise ?? 0)) covered += 1;
  }
  expect(covered / trials).toBeGreaterThan(0.85);
  expect(covered).toBeLessThan(trials);
});

describe('tasks solved less often', () => {
  const solvedOf = (count: number, rounds: number) =>
    Array.from({ length: count }, () =>
      sampleTask(Array.from({ length: rounds }, (): [Run, Run] => [{}, {}])),
    );

  test('are within the limit only after enough runs to have seen them', () => {
    // 3 in 33 runs may have been missed, and 3 in 330: of 33 tasks 3 and 0.3 a round.
    expect(requireEstimate(solvedOf(33, 1)).solvedChange.low).toBeCloseTo(-3);
    expect(isWithinAllowedLoss(requireEstimate(solvedOf(33, 1)))).toBe(false);
    expect(requireEstimate(solvedOf(33, 10)).solvedChange.low).toBeCloseTo(-0.3);
    expect(isWithinAllowedLoss(requireEstimate(solvedOf(33, 10)))).toBe(true);
  });

  test('count as they may come again', () => {
    const lost = requireEstimate([
      ...solvedOf(19, 5),
      sampleTask([
        [failed({}), {}],
        [failed({}), {}],
      ]),
    ]);
    expect(lost.solvedChange.value).toBe(-1);
    expect(lost.solvedChange.low).toBeLessThan(-1);
    expect(isWithinAllowedLoss(lost)).toBe(false);
  });

  test('have no worst case in a script', () => {
    expect(isWithinAllowedLoss(requireEstimate(solvedOf(33, 5), script))).toBeNull();
  });
});

test('kinds are estimated apart, in the unit of all', () => {
  const long = sampleTask([[cost(1), cost(2)]], { kind: 'long' });
  const unpriced = sampleTask([[{ costMicrodollars: null }, {}]], { kind: 'short' });
  const kinds = estimateKinds({ tasks: [unpriced, long], ...how });
  expect(kinds.map(({ kind, unit }) => [kind, unit])).toEqual([
    ['long', 'tokens'],
    ['short', 'tokens'],
  ]);
});

test('the same replay gives the same figures', () => {
  const tasks = [1, 2, 3, 4, 5, 6].map((one) => sampleTask(roundsOf([one, 5, 3], [9, 7, 8])));
  expect(requireEstimate(tasks)).toEqual(requireEstimate(tasks));
});

/** Another generator than the one under test. */
function randomOf(seed: number): () => number {
  let state = seed * 7_919 + 17;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  // The first of neighbouring seeds are neighbours, too.
  for (let skipped = 0; skipped < 20; skipped++) next();
  return next;
}
