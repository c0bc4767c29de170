import { describe, expect, test } from 'vitest';
import { formatSteps, shortSteps } from '#components/artifacts/cards/format-steps.ts';
import type { RunSteps } from '#lib/core/api/model-reading-schema.ts';

const run = (steps: number, sent: RunSteps['sent']): RunSteps => ({ runId: `run_${steps}`, steps, sent });

describe('a description of where a result was sent', () => {
  test.each([
    ['nowhere yet', [run(2, null)], 'Not sent yet', null],
    ['never', [], 'Not sent yet', null],
    ['one step', [run(3, { from: 3, to: 3 })], 'Sent on step 3 of 3', 'step 3'],
    ['several', [run(11, { from: 3, to: 9 })], 'Sent on steps 3–9 of 11', 'steps 3–9'],
    [
      'a later run too',
      [run(4, { from: 2, to: 4 }), run(5, { from: 1, to: 5 })],
      'Sent on steps 2–4 of 4, and on all 5 steps of a later run',
      'steps 2–4',
    ],
    [
      'later runs only',
      [run(1, null), run(1, { from: 1, to: 1 }), run(2, { from: 1, to: 2 })],
      'Sent on all 3 steps of 2 later runs',
      '3 later steps',
    ],
    [
      'one later step',
      [run(1, null), run(1, { from: 1, to: 1 })],
      'Sent on the one step of a later run',
      '1 later step',
    ],
  ] as [string, RunSteps[], string, string | null][])('%s', (_name, runs, whole, short) => {
    expect([formatSteps(runs), shortSteps(runs)]).toEqual([whole, short]);
  });
});
