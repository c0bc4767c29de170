import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { ReplayedTask } from '#lib/core/vocabulary/ledger/replay.ts';
import { totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { printReplay } from '#lib/replay/print-replay.ts';
import { recountReplay } from '#lib/replay/recount-replay.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { planReplay } from '#scripts/replay/plan-replay.ts';
import { runReplay } from '#scripts/replay/run-replay.ts';
import { tempFolder } from '../support/temp-folder.ts';

const dataDir = tempFolder();
const config = (extra: Record<string, string> = {}) =>
  readConfig({ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'error', ...extra });
const files = createReplayFiles(dataDir);

test('on the offline model all ten tasks are done with the split as without, for fewer tokens', async () => {
  const heard: ReplayedTask[] = [];
  const replay = await runReplay(config(), planReplay(['all'], '/'), files, (task) => heard.push(task));
  expect(heard).toEqual(replay.tasks);
  const problems = replay.tasks.flatMap(({ name, note, sides }) =>
    [note, sides?.on.problem, sides?.off.problem].flatMap((problem) =>
      problem ? [`${name}: ${problem}`] : [],
    ),
  );
  expect(problems).toEqual([]);
  expect(replay.tasks.filter(({ sides }) => sides?.on.check === 'passed')).toHaveLength(10);
  expect(replay.tasks.filter(({ sides }) => sides?.off.check === 'passed')).toHaveLength(10);
  for (const { name, sides } of replay.tasks) {
    expect(sides?.on.inputTokens, name).toBeLessThan(sides?.off.inputTokens ?? 0);
  }
  // It reports no usage, and has no price: counted here and marked as such, and no money made up.
  const [on, off] = [totalsOf(replay.tasks, 'on'), totalsOf(replay.tasks, 'off')];
  expect([on.isEstimated, off.isEstimated, on.costMicrodollars, off.costMicrodollars]).toEqual([
    ...[true, true],
    ...[null, null],
  ]);
  expect(off.recalls).toBe(0);
  expect(on.recalls).toBeGreaterThan(0);
  expect(printReplay(replay)).toContain('10 of 10 with the split, 10 of 10 without');

  expect(await files.get(replay.id)).toEqual(replay);
  const recounted = await recountReplay(replay, files.readRun);
  expect(recounted.runs).toHaveLength(20);
  expect(recounted.runs.filter(({ differences }) => differences === null || differences.length > 0)).toEqual(
    [],
  );
}, 120_000);

test('where commands are off, what needs them is reported as not run', async () => {
  const replay = await runReplay(
    config({ VITRINE_EXEC: 'off' }),
    planReplay(['count-build-failures'], '/'),
    files,
  );
  expect(replay.tasks).toEqual([
    expect.objectContaining({ sides: null, note: expect.stringContaining('this task needs commands') }),
  ]);
  expect(printReplay(replay)).toContain('not run');
  expect(totalsOf(replay.tasks, 'on')).toMatchObject({ passed: 0, checked: 0 });
});
