import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { type Replay, rawRunSchema, splitSides } from '#lib/core/vocabulary/ledger/replay.ts';
import { estimateReplay } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { printReplay } from '#lib/replay/print-replay.ts';
import { recountReplay } from '#lib/replay/recount-replay.ts';
import { jobOfTask } from '#lib/replay/replay-job.ts';
import { longTasks, replayTasks } from '#lib/replay/replay-tasks.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { planReplay } from '#scripts/replay/plan-replay.ts';
import { runReplay } from '#scripts/replay/run-replay.ts';
import { tempFolder } from '../support/temp-folder.ts';

const dataDir = tempFolder();
const config = (extra: Record<string, string> = {}) =>
  readConfig({ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'error', ...extra });
const files = createReplayFiles(dataDir);

const planOf = (names: readonly string[], options: readonly string[] = []) => ({
  ...planReplay(['all', ...options], '/'),
  jobs: replayTasks.filter(({ name }) => names.includes(name)).map(jobOfTask),
});

const problemsOf = ({ tasks }: Replay) =>
  tasks.flatMap(({ name, note, rounds }) =>
    [note, ...rounds.flatMap(({ on, off }) => [on.problem, off.problem])].flatMap((problem) =>
      problem ? [`${name}: ${problem}`] : [],
    ),
  );

async function expectRecounted(replay: Replay): Promise<void> {
  expect(await files.get(replay.id)).toEqual(replay);
  const { runs } = await recountReplay(replay, files.readRun);
  expect(runs).toHaveLength(2 * replay.tasks.reduce((sum, { rounds }) => sum + rounds.length, 0));
  expect(runs.filter(({ differences }) => differences === null || differences.length > 0)).toEqual([]);
}

const shortOnes = replayTasks.filter((task) => !longTasks.includes(task));

test('on the offline model the shorter tasks are done with the split as without', async () => {
  const heard: string[] = [];
  const plan = planOf(shortOnes.map(({ name }) => name));
  const replay = await runReplay(config(), plan, files, (name) => heard.push(name));
  expect(heard.toSorted()).toEqual(shortOnes.map(({ name }) => name).toSorted());
  expect(problemsOf(replay)).toEqual([]);
  for (const { name, kind, rounds } of replay.tasks) {
    // Where nothing can be left out the tool to recall is dead weight.
    const [less, more] = kind === 'short' ? (['off', 'on'] as const) : (['on', 'off'] as const);
    expect(rounds[0]?.[less].inputTokens, name).toBeLessThan(rounds[0]?.[more].inputTokens ?? 0);
  }
  // It reports no usage, and has no price: counted here and marked as such, and no money made up.
  const [on, off] = [totalsOf(replay.tasks, 'on'), totalsOf(replay.tasks, 'off')];
  expect([on.isEstimated, off.isEstimated, on.costMicrodollars, off.costMicrodollars]).toEqual([
    ...[true, true],
    ...[null, null],
  ]);
  expect(off.recalls).toBe(0);
  expect(on.recalls).toBeGreaterThan(0);
  expect(estimateReplay(replay)).toMatchObject({ unit: 'tokens', verdict: 'unknown', unknownFor: 'rounds' });
  expect(printReplay(replay)).toContain('no saving is stated (not known: too few rounds)');
  await expectRecounted(replay);
}, 300_000);

/** One of each kind of script. */
const families = [
  ...['trace-refused-commit', 'drain-correction', 'repair-suite', 'review-token'],
  ...['audit-parser', 'replaced-shipment', 'raise-timeouts', 'slowest-of-hosts'],
];

test('long tasks are over 200,000 tokens unsplit, of which nothing is cut, and are done on both sides', async () => {
  const replay = await runReplay(config(), planOf(families), files);
  expect(problemsOf(replay)).toEqual([]);
  expect(replay.tasks).toHaveLength(families.length);
  for (const { name } of replay.tasks) {
    const raw = await files.readRun(replay.id, { task: name, round: 1, split: 'off' });
    const { ledger } = rawRunSchema.parse(JSON.parse(raw ?? ''));
    const calls = ledger.filter((entry) => entry.kind === 'call');
    expect(
      calls.reduce((sum, { fullTokens }) => sum + (fullTokens ?? 0), 0),
      name,
    ).toBeGreaterThan(200_000);
    expect(Math.max(...calls.map(({ fullTokens }) => fullTokens ?? 0)), name).toBeLessThan(25_000);
  }
  for (const side of splitSides) {
    const needed = replay.tasks
      .filter(({ family }) => family === 'drain' || family === 'audit')
      .map(({ rounds }) => rounds[0]?.[side].recalls);
    for (const recalls of needed) expect((recalls ?? 0) > 0).toBe(side === 'on');
  }
  await expectRecounted(replay);
}, 300_000);

test('mistakes cost turns, differ between rounds and not between replays, and are made on both sides', async () => {
  const names = ['question-of-log', 'edit-config', 'read-json-answer'];
  const stepsOf = async (options: readonly string[]) => {
    const replay = await runReplay(config(), planOf(names, ['-n', '3', ...options]), files);
    expect(problemsOf(replay)).toEqual([]);
    return {
      replay,
      on: replay.tasks.flatMap(({ rounds }) => rounds.map(({ on }) => on.steps)),
      off: replay.tasks.flatMap(({ rounds }) => rounds.map(({ off }) => off.steps)),
    };
  };
  const exact = await stepsOf([]);
  const mistaken = await stepsOf(['--mistakes']);
  const again = await stepsOf(['--mistakes']);
  const sum = (steps: readonly number[]) => steps.reduce((total, one) => total + one, 0);
  expect([again.on, again.off]).toEqual([mistaken.on, mistaken.off]);
  expect(sum(mistaken.on)).toBeGreaterThan(sum(exact.on));
  expect(sum(mistaken.off)).toBeGreaterThan(sum(exact.off));
  expect(new Set(mistaken.on.slice(0, 3)).size + new Set(mistaken.on.slice(3, 6)).size).toBeGreaterThan(2);
  // A script without mistakes has no variation of its own.
  expect(estimateReplay(exact.replay)?.noise).toBe(0);
  expect(estimateReplay(mistaken.replay)?.noise).toBeGreaterThan(0.01);
}, 300_000);

test('where commands are off, what needs them is reported as not run', async () => {
  const replay = await runReplay(config({ VITRINE_EXEC: 'off' }), planOf(['count-build-failures']), files);
  expect(replay.tasks).toEqual([
    expect.objectContaining({ rounds: [], note: expect.stringContaining('this task needs commands') }),
  ]);
  expect(printReplay(replay)).toContain('not run');
  expect(totalsOf(replay.tasks, 'on')).toMatchObject({ passed: 0, checked: 0 });
});
