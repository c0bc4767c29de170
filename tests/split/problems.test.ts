import { expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

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
    const { problems } = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes });
    expect(problems).toHaveLength(failed);
    const lines = new TextDecoder().decode(bytes).split('\n');
    for (const { line, name: test } of problems) {
      const ownName = test.split(/ › |::/).at(-1) ?? test;
      const around = lines.slice(Math.max(0, line - 4), line + 3).join('\n');
      for (const word of ownName.split(/\s+/)) expect(around, test).toContain(word);
    }
  },
);

const failed = { args: { command: './run.sh' }, exitCode: 1, level: 'balanced' } as const;
const steps = Array.from({ length: 200 }, (_, at) => `step ${at} goes on with words of its own\n`).join('');

test.each(['run_and_display', 'run_pty_cmd'])(
  'what fails in %s is told to people, whatever the model was sent',
  async (tool) => {
    for (const before of ['', steps]) {
      const bytes = Buffer.from(`${before}cannot open store 17: denied\nbye now\n`);
      const { problems, facts } = await splitRecording({ ...failed, tool, bytes });
      expect(problems).toEqual([
        { line: before === '' ? 1 : 201, name: 'cannot open store 17', message: 'denied', location: null },
      ]);
      if (tool === 'run_and_display' || before === '') expect(facts).toEqual([]);
    }
  },
);

test('the lines that a failed command ends with are no problems of their own', async () => {
  const { problems } = await splitRecording({ ...failed, tool: 'run_pty_cmd', bytes: Buffer.from(steps) });
  expect(problems).toEqual([]);
});
