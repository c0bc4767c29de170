import { describe, expect, test } from 'vitest';
import { cleanTerminalText } from '#lib/tools/clean-terminal-text.ts';
import { recording } from '#scripts/split/recordings.ts';
import { type UnderstoodTests, understandTests } from './understand-tests.ts';

const linesOf = async (name: string): Promise<string[]> =>
  (await cleanTerminalText(recording(`test-runners/${name}`).text)).trimEnd().split('\n');

const prefixed = async (name: string, prefix: string): Promise<string> =>
  (await linesOf(name)).map((line) => `${prefix}${line}\n`).join('');

describe('tests whose lines another program passed on', () => {
  test('are read as if they stood alone', async () => {
    for (const [name, prefix, command] of [
      ['pytest-fail', '2026-01-02T03:04:05.1234567Z ', 'cat job.log'],
      ['mocha-spec', '[2026-01-02T03:04:05.123Z] ', 'cat console.txt'],
      ['go-verbose', 'build\tRun tests\t2026-01-02T03:04:05.1234567Z ', 'gh run view 12 --log'],
      ['jest-fail', '@acme/web:test: ', 'npx turbo test'],
      ['vitest-verbose', 'packages/web test: ', 'pnpm -r test'],
      ['node-test-spec', 'tests-1  | ', 'docker compose up tests'],
      ['mocha-spec', '[test] ', 'npm run all'],
    ] as const) {
      const alone = understandTests((await linesOf(name)).join('\n'));
      const known = understandTests(await prefixed(name, prefix), { command });
      expect([known.kind, known.verdict, known.facts], prefix).toEqual([
        alone.kind,
        alone.verdict,
        alone.facts,
      ]);
    }
  });

  test('of several packages are told apart, though their lines come mixed, the failed ones first', async () => {
    const [failed, passed] = [await linesOf('vitest-verbose'), await linesOf('mocha-pass')];
    const mixed = failed.flatMap((line, index) => [
      ...(passed[index] === undefined ? [] : [`packages/api test: ${passed[index]}`]),
      `packages/web test: ${line}`,
    ]);
    const known: UnderstoodTests = understandTests(mixed.join('\n'), { command: 'pnpm -r test' });
    expect(known.verdict).toBe(
      'packages/web: 9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 613ms, packages/api: 42 passed, 0 failed, 2 pending of 44 tests, in 12ms',
    );
    expect(known.facts[0]).toBe('test/vitest/label.test.js:5');
  });

  test('are left to others where they passed and the whole failed', async () => {
    const text = await prefixed('mocha-pass', '2026-01-02T03:04:05.1234567Z ');
    expect(understandTests(`${text}2026-01-02T03:04:06.0000000Z error: no space left\n`).kind).toBe(
      'general',
    );
    expect(understandTests(text, { exitCode: 0 }).kind).toBe('mocha');
  });

  test('are not seen in lines that a search found, or in a log that only speaks of tests', async () => {
    const found = await prefixed('mocha-spec', '[test] ');
    expect(understandTests(found, { command: 'grep -rn . out', exitCode: 0 }).kind).toBe('general');
    const log = Array.from({ length: 40 }, (_, index) => `2026-01-02T03:04:05Z INFO test ${index} passed\n`);
    expect(understandTests(log.join(''), { exitCode: 0 }).kind).toBe('general');
  });

  test('are held in part where there are thousands of packages', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) =>
      ['  1 passing (1s)', '  1 failing', '', '  1) all', '       is well:', `     Error: odd ${index}`]
        .map((line) => `packages/p${index} test: ${line}\n`)
        .join(''),
    ).join('');
    const known = understandTests(text);
    expect(known.faults).toEqual([]);
    expect(known.kind).toBe('mocha');
    expect(known.facts.length).toBeLessThan(500);
  });
});
