import { expect, test } from 'vitest';
import { problemsOf } from '../../lib/core/problem.ts';
import { splitRecording } from '../../scripts/split/split-recording.ts';
import { recording } from '../support/recordings.ts';

test.each([
  ['mocha-spec', 9],
  ['jest-fail', 9],
  ['pytest-fail', 9],
  ['node-test-spec', 9],
  ['vitest-verbose', 9],
  ['cargo-fail', 4],
  ['rspec-documentation', 7],
])(
  'every failing test of %s is a problem, at its own line, also where the view leaves it out',
  async (name, failed) => {
    const { tool, args, exitCode, bytes } = recording(`test-runners/${name}`);
    const { facts } = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes });
    const problems = problemsOf(facts, exitCode);
    expect(problems).toHaveLength(failed);
    const lines = new TextDecoder().decode(bytes).split('\n');
    for (const { line, name: test } of problems) {
      const lastWord = test.split(/\s|›|::/).at(-1) ?? test;
      expect(lines.slice(Math.max(0, line - 4), line + 3).join('\n'), test).toContain(lastWord);
    }
  },
);
