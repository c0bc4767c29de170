import { describe, expect, test } from 'vitest';
import { runFaults } from '../faults/run-faults.ts';

/** A minute of `npm run test:faults`, which tries all of them, alone and together, on more ways to run the store. */
describe.each([
  { deployment: 'SQLite', rounds: 4, names: /^(server killed while a|clock|model loses)/ },
  {
    deployment: 'Redis, two servers',
    rounds: 8,
    names: /^(server killed while the|servers replaced|replies|network silent|Redis killed)/,
  },
] as const)('on $deployment', ({ deployment, rounds, names }) => {
  test('no fault loses, repeats or leaks anything, and every run ends once', {
    timeout: 600_000,
  }, async () => {
    const run = await runFaults({
      ...{ deployment, seed: 24 },
      isChosen: ({ name }) => names.test(name),
      goesOn: (count) => count < rounds,
    });
    for (const { faults, violations } of run.rounds)
      expect([faults.map(({ name }) => name), violations]).toEqual([expect.anything(), []]);
    const sum = (figure: (round: (typeof run.rounds)[number]) => number) =>
      run.rounds.reduce((total, round) => total + figure(round), 0);
    // The faults were felt, and people got their answers all the same.
    expect(
      sum(({ repeats, runs }) => repeats + (runs.interrupted ?? 0) + (runs.failed ?? 0)),
    ).toBeGreaterThan(0);
    expect(sum(({ runs }) => runs.completed ?? 0)).toBeGreaterThan(rounds);
    expect(sum(({ artifacts }) => artifacts)).toBeGreaterThan(0);
    expect([run.untried, run.differences]).toEqual([[], []]);
    expect(run.rounds.some(({ faults }) => faults.length > 1)).toBe(true);
  });
});
