import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { understandTests } from './understand-tests.ts';

const text = (name: string): string => recording(`test-runners/${name}`).text;
const kindOf = (...parameters: Parameters<typeof understandTests>): string =>
  understandTests(...parameters).kind;

describe('a test runner is recognised', () => {
  test('by what it prints, whatever script ran it', () => {
    for (const [name, kind] of [
      ['mocha-spec', 'mocha'],
      ['vitest-verbose', 'vitest'],
      ['jest-fail', 'jest'],
      ['node-test-spec', 'node:test'],
      ['ava-fail', 'ava'],
      ['tape-fail', 'TAP'],
      ['playwright-fail', 'playwright'],
      ['pytest-quiet', 'pytest'],
      ['unittest-plain', 'unittest'],
      ['go-verbose', 'go test'],
      ['go-json', 'go test'],
      ['cargo-fail', 'cargo test'],
      ['surefire-quiet', 'surefire'],
      ['rspec-fail', 'rspec'],
      ['minitest-fail', 'minitest'],
      ['phpunit-fail', 'phpunit'],
      ['prove-fail', 'prove'],
      ['ctest-fail', 'ctest'],
      ['gtest-fail', 'gtest'],
      ['pytest-junit', 'junit'],
      ['jest-json', 'jest report'],
      ['bun-fail', 'bun test'],
      ['deno-fail', 'deno test'],
      ['node-tap-16', 'tap'],
      ['node-tap', 'TAP'],
      ['bats-pretty', 'bats'],
      ['jasmine-fail', 'jasmine'],
      ['cucumber-fail', 'cucumber'],
      ['uvu-fail', 'uvu'],
      ['exunit-fail', 'exunit'],
      ['busted-fail', 'busted'],
      ['test-unit-fail', 'test-unit'],
      ['catch2-fail', 'C++ tests'],
      ['doctest-fail', 'C++ tests'],
    ] as const) {
      expect(kindOf(text(name), { command: './run.sh all' }), name).toBe(kind);
    }
  });

  test('in a log that is read as a file, and in a report', () => {
    expect(kindOf(text('mocha-spec'), { type: 'file', tool: 'read_file' })).toBe('mocha');
    expect(kindOf(text('pytest-junit'), { type: 'file', tool: 'read_file', language: 'markup' })).toBe(
      'junit',
    );
    expect(kindOf(text('mocha-json'), { type: 'file', tool: 'read_file', language: 'json' })).toBe(
      'mocha report',
    );
  });

  test('where little but its end is left, or its end is missing', () => {
    const spec = text('mocha-spec').split('\n');
    expect(understandTests(spec.slice(-40).join('\n'), { command: 'npx mocha | tail -40' }).kind).toBe(
      'general',
    );
    const cut = spec.slice(0, 60).join('\n');
    const early = understandTests(cut, { command: 'npx mocha' });
    expect(early.verdict).toContain('stopped before its report');
    const pytest = text('pytest-fail').split('\n').slice(0, 60).join('\n');
    expect(understandTests(pytest).verdict).toContain('stopped before its report');
  });
});

describe('what is no run of tests is left to others', () => {
  test('source that handles errors, or is a test itself', () => {
    for (const path of [
      '../../../lib/split/test-runners/mocha.ts',
      './recognition.test.ts',
      './views.test.ts',
    ]) {
      const source = readFileSync(new URL(path, import.meta.url), 'utf8');
      expect(kindOf(source, { type: 'file', tool: 'read_file', language: 'typescript' }), path).toBe(
        'general',
      );
      expect(kindOf(source, { command: `cat ${path}`, exitCode: 0 }), path).toBe('general');
    }
  });

  test('a change of a log of tests, and lines that a search found in one', () => {
    const log = text('jest-fail');
    const added = log.replaceAll(/^/gm, '+');
    expect(kindOf(added, { command: 'git diff', exitCode: 0 })).toBe('general');
    expect(kindOf(added, { type: 'diff', tool: 'apply_patch' })).toBe('general');
    const found = log.replaceAll(/^/gm, 'out/jest.log:');
    expect(kindOf(found, { command: 'grep -rn . out', exitCode: 0 })).toBe('general');
    expect(kindOf(log, { command: 'git show HEAD:out/jest.log', exitCode: 0 })).toBe('general');
  });

  test('talk about tests', () => {
    for (const prose of [
      'All 12 tests passed yesterday.\nWe saw 3 failing in the nightly run, and 5 passing.\n',
      'ok\nnot ok\nok then\n',
      'FAIL is a word, PASS another.\n',
      'Ran 3 tests today\nOK\n',
      '1) first\n2) second\n   3) third\n',
      '> build\nTask > compile FAILED\n',
      'We have 12 specs, 3 failures so far\n',
      '12 tests, 3 failures were seen\n ✓ done\n',
      'Ran out of 18 tests across 2 files.\n',
      'ok | all passed\n',
      '3 scenarios (to think of)\n',
      'test cases: many | passed\nAll tests passed (so they say)\n',
      'DONE with 3 tests in a day\n',
      'Asserts: none\nSuites: the top floor\n',
      '{"numTotalTests": 3, "note": "a figure"}\n',
      '<testimonials><testcase/></testimonials>\n',
    ])
      expect(kindOf(prose, { exitCode: 0 }), prose).toBe('general');
  });

  test('a program that was asked for, but printed something else', () => {
    expect(kindOf('vitest: command not found\n', { command: 'vitest run', exitCode: 127 })).toBe('general');
    expect(kindOf('error: no such command\n', { command: 'cargo test', exitCode: 101 })).toBe('general');
    expect(kindOf("Error: Cannot find module 'mocha'\n", { command: 'npx mocha' })).toBe('general');
  });
});
