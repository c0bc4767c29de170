import { describe, expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { understandTests } from './understand-tests.ts';

const runs = allRecordings().filter(({ name }) => name.startsWith('test-runners/'));
const foreign = Array.from(
  { length: 24 },
  (_, at) => `worker ${at} took parcel ${(at * 37) % 91} to shelf ${(at * 13) % 17}`,
);

/** Lines that programs print of their own work, and no runner of tests has to itself. */
const sayings = [
  '10 passed',
  '42 passed in 3.20s',
  '3 failed, 10 passed in 1.00s',
  'Tests: 10 passed, 10 total',
  'Tests:       10 passed, 10 total',
  ' Tests  10 passed (10)',
  '  12 passing (3s)',
  '12 specs, 0 failures',
  '12 examples, 0 failures',
  'OK (30 tests, 30 assertions)',
  'Ran 30 tests in 0.001s',
  'All tests passed (3 assertions in 1 test case)',
  '3 scenarios (3 passed)',
  'ok | 8 passed | 0 failed (358ms)',
  'FAILED to reach the printer, trying again',
  'ERROR no printer',
  '  ✔ stored parcel 12',
];

describe('a verdict', () => {
  test.each(sayings)('is not made of what any program may print: %s', (saying) => {
    for (const exitCode of [0, 1]) {
      const text = [...foreign, saying, ...foreign.slice(0, 9)].join('\n');
      for (const command of ['python3 nightly.py', './nightly', 'make nightly']) {
        expect(understandTests(`${text}\n`, { command, exitCode }).kind, command).toBe('general');
        expect(understandTests(`${saying}\n`.repeat(3), { command, exitCode }).kind, command).toBe('general');
      }
    }
  });

  test('that all went well is not given above another exit than 0', () => {
    for (const { name, text, command } of runs) {
      const around = { command, exitCode: 1 };
      const { verdict, kind, explainsFailure } = understandTests(text, around);
      if (explainsFailure || kind === 'general') continue;
      expect(verdict, name).toMatch(/^not explained by /);
    }
  });

  test('of a run that passed is the runner’s own, whatever its tests print', () => {
    const printed = [
      'FAILED to reach the printer, trying again',
      'ERROR no printer: giving up',
      'ERROR tests/test_rates.py',
      'FAILED',
      'error: nothing is left',
      'AssertionError: expected 1 to be 2',
    ];
    for (const { name, text, command, exitCode } of runs) {
      const around = { command, exitCode: exitCode ?? 0 };
      const known = understandTests(text, around);
      if (known.explainsFailure || known.kind === 'general' || /^\s*[{<]/.test(text)) continue;
      const lines = text.split('\n');
      const third = Math.floor(lines.length / 3);
      const noisy = [...lines.slice(0, third), ...printed, ...lines.slice(third)].join('\n');
      const stated = understandTests(noisy, around);
      expect([stated.verdict, stated.explainsFailure], name).toEqual([known.verdict, false]);
    }
  });
});
