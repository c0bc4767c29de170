import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

const view = async (
  name: string,
  level: 'minimal' | 'balanced' | 'conservative' = 'balanced',
  how: { isSummarized?: true } = {},
) => {
  const { tool, args, exitCode, bytes } = recording(`test-runners/${name}`);
  return splitRecording({ tool, args, exitCode, level, bytes, ...how });
};
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
/** What the summarizer says; what the general engine adds comes after it. */
const begins = ({ text }: { text: string }, lines: number): string[] => linesOf(text).slice(0, lines);

describe('the view of tests', () => {
  test('tells outcome, the first failure of each reason with its place, what else failed, and where', async () => {
    expect(begins(await view('mocha-spec'), 8)).toEqual([
      'npm test: exit 9, 9 failed, 43 passed, 2 pending of 54 tests, in 22ms',
      " /tmp/parcel/test/mocha/label.js:5 label puts the town in capitals: Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      " test/mocha/label.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
      ' test/mocha/label.js:11 label waits for the printer: printer is offline',
      ' test/mocha/rates.js:35 rate adds a quarter a zone: Expected values to be strictly equal: 4.375 !== 4.4',
      ' test/mocha/rates.js:38 rate refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
      ' test/mocha/rates.js:41 rate knows zone number 1 by its name: Expected values to be strictly equal: false !== true (×3)',
      ' test/mocha/rates.js:47 quote lists each item with its price: Expected values to be strictly deep-equal: expected price: 5 total: 8.5, got price: 5.2 total: 8.7',
    ]);
  });

  test('of pytest names the test, and the line that raised', async () => {
    expect(begins(await view('pytest-fail'), 7)).toEqual([
      'python -m pytest tests: exit 1, 8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 0.72s',
      " tests/test_label.py:13 TestLabel::test_town_in_capitals: AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      " tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
      " tests/test_rates.py:14 test_adds_a_quarter_a_zone: AssertionError: assert 4.375 == 4.4 +  where 4.375 = rate(400, 'near')",
      ' tests/test_rates.py:18 test_refuses_what_is_too_heavy: ValueError: no band for 20000 g (at parcel/rates.py:9)',
      " tests/test_rates.py:23 test_zone_by_name[far]: AssertionError: assert 5.25 == 3.5 +  where 5.25 = rate(100, 'far')",
      " tests/test_rates.py:23 test_zone_by_name[island]: AssertionError: assert 6.125 == 3.5 +  where 6.125 = rate(100, 'island')",
    ]);
  });

  test('of Go counts tests with and without subtests, and packages', async () => {
    expect(begins(await view('go-json'), 7)).toEqual([
      'go test -json ./rates: exit 1, 2 failed (5 with subtests), 1 passed (32 with subtests), 1 skipped of 4 tests, 1 package failed of 1',
      ' rates_test.go:20 TestAddsAQuarterAZone: Rate(400, 1) = 4.375, want 4.4',
      ' rates_test.go:29 TestZonesByName/near: got 4.375, want 3.5',
      ' rates_test.go:29 TestZonesByName/far: got 5.25, want 3.5',
      ' rates_test.go:29 TestZonesByName/island: got 6.125, want 3.5',
      'by package: example.test/parcel/rates 4',
      'stands out:',
    ]);
  });

  test('of tests that all passed is a line', async () => {
    expect(linesOf((await view('vitest-pass')).text)).toEqual([
      'npx vitest run --dir test/vitest --reporter=v…: exit 0, 42 passed, 0 failed, 11 skipped, 1 todo of 54 tests, 2 files, in 605ms',
    ]);
    expect(linesOf((await view('unittest-pass', 'balanced', { isSummarized: true })).text)).toEqual([
      'python -m unittest -v: exit 0, 30 passed, 0 failed, in 0.001s',
    ]);
  });

  test('tells why a run failed though its tests passed', async () => {
    expect(begins(await view('jest-coverage'), 4)).toEqual([
      'npx jest --coverage: exit 1, not because of a test, 42 passed, 0 failed, 11 skipped, 1 todo of 54 tests, 2 files, in 0.706 s',
      ' Jest: Coverage for branches (75%) does not meet "global" threshold (100%)',
      ' Jest: Coverage for functions (50%) does not meet "global" threshold (100%)',
      ' coverage of All files: 78.26%',
    ]);
  });

  test('tells at minimal what it came to, and where and why the first failed', async () => {
    for (const [name, lines] of [
      [
        'jest-fail',
        [
          'npm run unit: exit 1, 9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 1.103 s',
          ' test/jest/rates.test.js:35 expect(received).toBe(expected); expected 4.4, got 4.375',
        ],
      ],
      [
        'pytest-quiet',
        [
          'pytest -q tests: exit 1, 8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed, 1 warning, in 0.76s',
          " tests/test_label.py:13 AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
        ],
      ],
    ] as const)
      expect(begins(await view(name, 'minimal'), lines.length), name).toEqual(lines);
  });

  test('names the first failure, within its budget', async () => {
    for (const [name, first] of [
      ['jest-fail', 'adds a quarter a zone'],
      ['vitest-verbose', 'puts the town in capitals'],
      ['node-test-spec', 'puts the town in capitals'],
      ['cargo-no-fail-fast', 'adds_a_quarter_a_zone'],
      ['rspec-documentation', 'adds a quarter a zone'],
    ] as const) {
      for (const [level, budget] of [
        ['balanced', 400],
        ['conservative', 1_200],
      ] as const) {
        const { text, tokens } = await view(name, level, { isSummarized: true });
        expect(text, `${name} ${level}`).toContain(first);
        expect(tokens, `${name} ${level}`).toBeLessThanOrEqual(budget);
      }
    }
  });
});
