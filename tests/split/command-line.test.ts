import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programsOf } from '#lib/split/command-line.ts';

const names = (command: string) => programsOf(command).map(({ name }) => name);

describe('the programs of a command line', () => {
  test('are found behind what only starts them', () => {
    for (const command of [
      'vitest run a.test.ts',
      'npx vitest run a.test.ts',
      'npx --yes vitest run a.test.ts',
      'pnpm exec vitest run a.test.ts',
      './node_modules/.bin/vitest run a.test.ts',
      'CI=1 FORCE_COLOR=0 npx vitest run a.test.ts',
      'env CI=1 timeout 60 vitest run a.test.ts',
      'sudo -E nice vitest run a.test.ts',
      `bash -lc 'CI=1 vitest run a.test.ts'`,
      'time vitest run a.test.ts',
    ]) {
      expect(programsOf(command), command).toEqual([{ name: 'vitest', args: ['run', 'a.test.ts'] }]);
    }
  });

  test('are found inside loops and conditions', () => {
    expect(names('for r in a b; do git -C $r pull; done')).toEqual(['git']);
    expect(names('if ! make -s; then npx vitest run; else echo ok; fi')).toEqual(['make', 'vitest', 'echo']);
    expect(names('while true; do { curl -s a; }; done')).toEqual(['true', 'curl']);
  });

  test('are modules where Python runs one', () => {
    expect(programsOf('python3.11 -m pytest -q')).toEqual([{ name: 'pytest', args: ['-q'] }]);
    expect(programsOf('uv run python -m pytest -q')).toEqual([{ name: 'pytest', args: ['-q'] }]);
    expect(names('git bisect run npx vitest run a')).toEqual(['git', 'vitest']);
    expect(names('python script.py')).toEqual(['python']);
  });

  test('are all of a line, in their order', () => {
    expect(names('cd app && npm run build; (make -j4 || exit 1) | tee log & wait\ngit status')).toEqual([
      'cd',
      'npm',
      'make',
      'exit',
      'tee',
      'wait',
      'git',
    ]);
  });

  test('keep quoted words together', () => {
    expect(programsOf(`rg -n "a && b" 'c | d' e\\ f ""`)).toEqual([
      { name: 'rg', args: ['-n', 'a && b', 'c | d', 'e f', ''] },
    ]);
  });

  test('are none of an empty line, and any line can be read', () => {
    expect(programsOf('  ')).toEqual([]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '|', '-c ', 'bash ', '=') }),
        (command) => {
          programsOf(command);
        },
      ),
    );
  });
});
