import { describe, expect, test } from 'vitest';
import { ciLog } from '#lib/split/logs/ci-log.ts';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '#tests/support/understand-text.ts';

const at = (second: number) => `2026-11-25T18:40:${String(second).padStart(2, '0')}.1234567Z`;
const step = (name: string, command: string | null, output: readonly string[]) =>
  [
    ...(command === null ? [] : [`##[group]Run ${command}`, 'shell: /usr/bin/bash -e {0}', '##[endgroup]']),
    ...output,
  ].map((text) => ({ name, text }));

const vitestOutput = (failed: number) => [
  ' RUN  v4.0.1 /home/runner/work/shop',
  '',
  ...(failed > 0
    ? [' FAIL  test/cart.test.ts > adds up', 'AssertionError: expected 3 to be 4 // Object.is equality', '']
    : [' ✓ test/cart.test.ts (4 tests) 3ms']),
  ` Test Files  ${failed > 0 ? '1 failed' : '1 passed'} (1)`,
  `      Tests  ${failed > 0 ? `${failed} failed | ` : ''}${4 - failed} passed (4)`,
  '   Start at  18:40:00',
  '   Duration  1.00s',
];

const job = (failed: number) => [
  ...step('Set up job', null, ['Current runner version: 2.334.1', 'Complete job name: verify']),
  ...step('Run actions/cache@v3', 'actions/cache@v3', ['Cache not found for input keys: npm-1']),
  ...step('Test', 'npx vitest run', [
    ...vitestOutput(failed),
    ...(failed > 0 ? ['##[error]Process completed with exit code 1.'] : []),
  ]),
  ...step('Publish', './publish.sh', ['ref=refs/heads/main', 'skipped: npm publish']),
  ...step('Complete job', null, [
    'Cleaning up orphan processes',
    '##[warning]Node.js 16 actions are deprecated.',
  ]),
];

const withSteps = (failed: number) =>
  job(failed)
    .map(({ name, text }, index) => `verify (20.x)\t${name}\t${at(index % 60)} ${text}\n`)
    .join('');
const withTimesAlone = (failed: number) =>
  job(failed)
    .map(({ text }, index) => `${at(index % 60)} ${text}\n`)
    .join('');

const understand = (text: string) =>
  understandText(text, [ciLog, ...summarizers], { command: 'gh run view 1 --log', exitCode: 0 });

describe('the log of a CI job', () => {
  test.each([
    ['with the names of steps', withSteps, 'verify (20.x): 5 steps', 'Test'],
    ['with times alone', withTimesAlone, '5 steps', 'npx vitest run'],
  ])('%s: each step is summarized by what its own output comes to', (_, write, steps, name) => {
    const { kind, verdict, facts } = understand(write(0));
    expect(kind).toBe('ci log');
    expect(verdict).toContain(steps);
    expect(facts).toContainEqual(expect.stringMatching(new RegExp(`^${name}: vitest: 4 passed, 0 failed`)));
    expect(facts).toContain(`${name === 'Test' ? 'Publish' : './publish.sh'}: skipped: npm publish`);
    expect(facts).toContain('warning: Node.js 16 actions are deprecated.');
  });

  test.each([
    ['with the names of steps', withSteps],
    ['with times alone', withTimesAlone],
  ])('%s: a step that failed comes first, with its failures and the lines they stand at', (_, write) => {
    const text = write(1);
    const { verdict, facts, sections } = understand(text);
    expect(verdict).toContain('1 failed');
    expect(facts[0]).toMatch(/failed: vitest: 1 failed, 3 passed/);
    const failure = sections.flatMap((section) => section.facts).find((fact) => /adds up/.test(fact.text));
    expect(text.split('\n')[(failure?.line ?? 0) - 1]).toContain('adds up');
  });

  const named = (parts: readonly { name: string; text: string }[]) =>
    parts.map(({ name, text }, index) => `verify\t${name}\t${at(index % 60)} ${text}\n`).join('');

  test('a step with an error, but no exit code, has not failed', () => {
    const { verdict, facts } = understand(
      named([
        ...step('Lint', './lint.sh', ['3 files', '##[error]a.ts: no semicolon', 'done']),
        ...step('Test', './test.sh', ['checked', '##[error]Process completed with exit code 2.']),
      ]),
    );
    expect(verdict).toContain('2 steps, 1 failed, 1 with errors');
    expect(facts).toContain('Lint, with errors: last line: done');
    expect(facts).toContain('Test failed: last line: checked');
  });

  test('failures of steps that print nothing, and of those of the runner agent, are shown', () => {
    const exited = '##[error]Process completed with exit code 1.';
    const { verdict, facts } = understand(
      named([
        ...step('Set up job', null, ['##[error]Unable to resolve action', 'Requested labels: none']),
        ...step('Silent', 'false', [exited]),
        ...step('Test', './test.sh', ['checked', 'done']),
      ]),
    );
    expect(verdict).toContain('1 failed, 1 with errors');
    expect(facts).toContain('Set up job, with errors: last line: Requested labels: none');
    expect(facts).toContain('Silent failed: no output');
  });

  test('a job log within a job log is plain output, however deep it is nested', () => {
    const nested = (depth: number) =>
      Array.from(
        { length: 60 },
        (_, index) => `job\tstep ${Math.floor(index / 20)}\t${`${at(index)} `.repeat(depth)}line ${index}\n`,
      ).join('');
    for (const depth of [2, 40]) {
      const { kind, verdict, facts } = understand(nested(depth));
      expect([kind, verdict.includes('3 steps')]).toEqual(['ci log', true]);
      expect(facts.filter((fact) => /: ci log/.test(fact))).toEqual([]);
    }
  });

  test('a log with times of another kind is none', () => {
    const text = Array.from(
      { length: 40 },
      (_, index) => `2026-11-25T18:40:05.123Z INFO step ${index}\n`,
    ).join('');
    expect(understand(text).kind).toBe('log');
  });

  test('a job of very many steps is read in bounded memory, and says how many there are', () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `a\ts${index}\t${at(index % 60)} done\n`).join(
      '',
    );
    expect(understand(text).verdict).toContain('3,000 steps');
  });
});
