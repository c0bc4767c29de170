import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { scaled } from '#tests/support/scaled.ts';
import { understandTests } from './understand-tests.ts';

const text = (name: string): string => recording(`test-runners/${name}`).text;
const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const many = scaled(100_000, 10_000);
const shown = many.toLocaleString('en-US');

describe('a hundred thousand failures are all counted, and held in part', () => {
  const cases: [name: string, text: string, verdict: string][] = [
    [
      'mocha',
      `  0 passing (9s)\n  ${many} failing\n\n${repeat(many, (index) => `  ${index + 1}) suite ${index}\n       does ${index}:\n     Error: odd ${String.fromCharCode(97 + (index % 26))}${index}\n      at Context.<anonymous> (test/f${index}.js:${index}:1)\n\n`)}`,
      `${shown} failed, in 9s`,
    ],
    [
      'pytest',
      `=== test session starts ===\n=== FAILURES ===\n${repeat(many, (index) => `____ test_${index} ____\n>   assert 0\nE   assert x${index}\n\ntests/test_${index}.py:${index}: AssertionError\n`)}=== short test summary info ===\n${repeat(many, (index) => `FAILED tests/test_${index}.py::test_${index} - assert x${index}\n`)}=== ${many} failed in 9.00s ===\n`,
      `${shown} failed, in 9.00s`,
    ],
    [
      'TAP',
      `TAP version 13\n1..${many}\n${repeat(many, (index) => `not ok ${index + 1} - does ${index}\n  ---\n  message: odd ${index}\n  at: test/f${index}.js:1:2\n  ...\n`)}`,
      `${shown} failed`,
    ],
    [
      'go test',
      `${repeat(many, (index) => `--- FAIL: TestA${index} (0.00s)\n    a_test.go:${index}: got odd x${index}\n`)}FAIL\nFAIL\texample.test/a\t9s\n`,
      `${shown} failed, 1 package failed of 1`,
    ],
    [
      'junit',
      `<testsuite name="x">${repeat(many, (index) => `<testcase name="t${index}" classname="C"><failure message="odd ${index}">at f (a${index}.js:1:2)</failure></testcase>`)}</testsuite>`,
      `${shown} failed`,
    ],
  ];

  test.each(cases)('%s', (kind, long, verdict) => {
    const known = understandTests(long);
    expect(known.faults).toEqual([]);
    expect(known.kind).toBe(kind);
    expect(known.verdict).toBe(verdict);
    expect(known.facts.length).toBeLessThan(1_500);
  });
});

describe('what looks like tests and is not whole', () => {
  const names = [
    'mocha-spec',
    'vitest-verbose',
    'jest-fail',
    'node-test-spec',
    'node-test-tap',
    'pytest-fail',
    'unittest-plain',
    'go-verbose',
    'go-json',
    'cargo-no-fail-fast',
    'surefire-fail',
    'rspec-fail',
    'phpunit-testdox',
    'gtest-fail',
    'pytest-junit',
    'mocha-json',
    'playwright-fail',
    'bun-fail',
    'deno-fail',
    'node-tap',
    'node-tap-16',
    'catch2-fail',
    'doctest-fail',
    'cucumber-fail',
    'exunit-fail',
  ];

  test('never throws, wherever it is cut', () => {
    for (const name of names) {
      const whole = text(name);
      const step = Math.ceil(whole.length / scaled(20, 5));
      for (let end = 0; end < whole.length; end += step) {
        for (const part of [whole.slice(0, end), whole.slice(end)])
          expect(understandTests(part).faults, `${name} at ${end}`).toEqual([]);
      }
    }
  });

  test('is the same in pieces of any length', () => {
    for (const name of names) {
      const whole = understandTests(text(name));
      for (const pieceLength of [1, 1_000])
        expect(understandTests(text(name), { pieceLength }), `${name} by ${pieceLength}`).toEqual(whole);
    }
  });

  test('never throws on lines that are shuffled, doubled, or one', () => {
    for (const name of names) {
      const lines = text(name).split('\n');
      const turned = lines.toReversed().join('\n');
      const doubled = lines.flatMap((line) => [line, line]).join('\n');
      const one = lines.join(' ');
      for (const odd of [turned, doubled, one]) {
        expect(understandTests(odd).faults, name).toEqual([]);
        const named = understandTests(odd, { command: recording(`test-runners/${name}`).command });
        expect(named.faults, name).toEqual([]);
      }
    }
  });
});

describe("a verdict that a test's own output imitates", () => {
  test("is not the run's: mocha", () => {
    const imitated =
      '  1 passing (1s)\n  999 failing\n\n  1) all\n       is lost:\n     Error: nothing works\n';
    const lines = text('mocha-spec').split('\n');
    lines.splice(6, 0, imitated);
    const known = understandTests(lines.join('\n'));
    expect(known.verdict).toBe('9 failed, 43 passed, 2 pending of 54 tests, in 22ms');
    expect(known.facts.join('\n')).not.toContain('nothing works');
  });

  test("is not the run's: vitest, jest, pytest, cargo", () => {
    for (const [name, imitated, verdict] of [
      ['vitest-verbose', '      Tests  999 failed (999)', '9 failed, 43 passed, 1 skipped, 1 todo'],
      ['jest-fail', 'Tests:       999 failed, 999 total', '9 failed, 43 passed, 1 skipped, 1 todo'],
      ['pytest-fail', '===== 999 failed in 0.01s =====', '8 failed, 1 error, 44 passed, 1 skipped'],
      [
        'unittest-plain',
        'FAILED (failures=999)',
        '4 failed (6 with subtests), 2 errors, 30 passed, 1 skipped',
      ],
    ] as const) {
      const lines = text(name).split('\n');
      lines.splice(4, 0, imitated);
      expect(understandTests(lines.join('\n')).verdict, name).toContain(verdict);
    }
  });

  test('several runs one after another are added up', () => {
    const run = text('mocha-spec');
    const known = understandTests(`${run}\n${run}`, { command: 'npm test --workspaces' });
    expect(known.verdict).toContain('18 failed, 86 passed, 4 pending');
    const vitest = text('vitest-pass');
    expect(understandTests(`${vitest}\n${vitest}`, { exitCode: 0 }).verdict).toContain('84 passed, 0 failed');
    const jest = text('jest-fail');
    expect(understandTests(`${jest}\n${jest}`).verdict).toContain('18 failed, 86 passed');
  });
});
