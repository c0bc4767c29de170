import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { planReplay } from '#scripts/replay/plan-replay.ts';
import { runReplay } from '#scripts/replay/run-replay.ts';
import { prepareBrowser, untilAwake } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { sampleRawRun, sampleReplay, sampleTask } from '../support/sample-replay.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const visit = prepareBrowser();
let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage();
});
afterAll(async () => {
  if (stage) rmSync(join(stage.server.dataDir, 'replays'), { recursive: true, force: true });
  await stage?.close();
});

const fileOf = (id: string, name: string) => join(stage.server.dataDir, 'replays', id, name);

/** As the command makes one, in the data folder of this server. */
async function replayed(task: string): Promise<Replay> {
  const { dataDir } = stage.server;
  const environment = { VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'error' };
  return await runReplay(readConfig(environment), planReplay([task], '/'), createReplayFiles(dataDir));
}

test('where nothing was replayed, the page says what to run', async () => {
  const page = await (await visit(stage.server.url)).open('/savings/proof');
  await page.getByText('No replays yet.').waitFor();
  expect(await page.locator('main').innerText()).toContain('npx vitrine replay all');
});

test('a replay is shown with the figures of its runs, which can be taken away and counted again', async () => {
  const replay = await replayed('question-of-log');
  const sides = replay.tasks[0]?.rounds[0];
  const page = await (await visit(stage.server.url)).open('/savings/proof');
  await untilAwake(page);
  const table = page.getByRole('table', { name: 'Runs' });
  const [, on, off] = await table.getByRole('row').allInnerTexts();
  for (const [row, side, name] of [
    [on, sides?.on, 'balanced'],
    [off, sides?.off, 'off'],
  ] as const) {
    expect(row).toContain(name);
    expect(row).toContain(`~${side?.inputTokens.toLocaleString('en-US')}`);
    expect(row).toContain('passed');
  }
  const download = page.waitForEvent('download');
  await table.getByRole('link', { name: 'Raw run of Answer a question from a log, split off' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${replay.id}-question-of-log.1.off.json`);
  const raw = readFileSync(await saved.path(), 'utf8');
  expect(raw).toBe(String(gunzipSync(readFileSync(fileOf(replay.id, 'question-of-log.1.off.json.gz')))));
  expect(JSON.parse(raw)).toMatchObject({ split: 'off', figures: sides?.off });

  await page.getByRole('button', { name: 'Count again' }).click();
  await page.getByText('Counted again from 2 raw runs: every figure is equal.').waitFor();
  await expectAccessible(page);
});

test('figures that were changed, and raw runs that are gone, are reported', async () => {
  const replay = await replayed('slow-request');
  const stated = replay.tasks[0]?.rounds[0]?.on.inputTokens ?? 0;
  const text = readFileSync(fileOf(replay.id, 'replay.json'), 'utf8');
  writeFileSync(
    fileOf(replay.id, 'replay.json'),
    text.replace(`"inputTokens":${stated},`, '"inputTokens":7,'),
  );
  rmSync(fileOf(replay.id, 'slow-request.1.off.json.gz'));
  const page = await (await visit(stage.server.url)).open('/savings/proof');
  await untilAwake(page);
  await page.getByRole('button', { name: 'Count again' }).first().click();
  await page.getByText('2 runs of 2 cannot be confirmed.').waitFor();
  const items = await page.locator('.recount li').allInnerTexts();
  expect(items).toEqual([
    `Find a slow request, round 1, split on: input tokens 7, counted again ${stated.toLocaleString('en-US')}`,
    'Find a slow request, round 1, split off: its raw run is missing or unreadable',
  ]);
  // The one before is folded, and opens.
  const older = page.locator('details.replay').nth(1);
  expect(await older.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false);
  await older.locator('summary').click();
  await older.getByRole('table', { name: 'Runs' }).waitFor();
});

test('intervals are shown by kind, and a saving only where it is clear of the control’s own variation', async () => {
  const cost = (costMicrodollars: number) => ({ costMicrodollars });
  const long = [1, 2, 3, 4, 5, 6].map((task) =>
    sampleTask(
      [0, 10, 20]
        .map((more) => [cost(3_000 * task + more), cost(9_000 * task + 9 * more)] as const)
        .map(([on, off]) => [on, off]),
      { name: `long-${task}`, title: `Long ${task}`, kind: 'long' },
    ),
  );
  const short = [1, 2, 3, 4, 5, 6].map((task) =>
    sampleTask(
      [
        [cost(1_000), cost(1_010)],
        [cost(1_020), cost(1_000)],
        [cost(1_005), cost(1_002 + task)],
      ],
      { name: `short-${task}`, title: `Short ${task}`, kind: 'short' },
    ),
  );
  const lost = sampleTask(
    [
      [{ check: 'failed', problem: 'it names no order' }, {}],
      [{}, {}],
      [{}, {}],
    ],
    { name: 'lost', title: 'Find a lost order', kind: 'medium' },
  );
  const replay = sampleReplay({
    ...{ startedAt: new Date().toISOString(), roundsWanted: 3, isOffline: true, hasMistakes: true },
    tasks: [...long, ...short, lost],
  });
  const files = createReplayFiles(stage.server.dataDir);
  await files.put(replay);
  const runs = ['on', 'off'].map((split) =>
    sampleRawRun({ replayId: replay.id, task: 'long-1', round: 2, split: split as 'on' }),
  );
  for (const run of runs) await files.putRun(run);

  const page = await (await visit(stage.server.url)).open('/savings/proof');
  await untilAwake(page);
  const latest = page.locator('details.replay').first();
  expect(await latest.locator('summary').first().innerText()).toContain('scripted, with mistakes');
  const result = latest.getByRole('region', { name: 'Result' });
  expect(await result.innerText()).toMatch(/−\d+%\s*between −\d+% and −\d+%, 19 times of 20/);
  expect(await result.innerText()).toMatch(
    /12\.7\s*of 13, with\s*13 without; at worst \d(\.\d)? fewer, 0\.7 allowed Not shown/,
  );
  const rows = latest.getByRole('table', { name: 'By kind of task' }).getByRole('row');
  const rowOf = (name: string) => rows.filter({ has: page.getByRole('rowheader', { name }) });
  expect(await rowOf('Long').innerText()).toMatch(/−67%/);
  expect(await rowOf('Long').locator('svg.interval.is-clear').count()).toBe(1);
  expect(await rowOf('Short').innerText()).toContain('no difference shown');
  expect(await rowOf('Short').locator('svg.interval.is-clear').count()).toBe(0);
  const notes = await latest.locator('.honest').innerText();
  expect(notes).toContain('Solved less often with the split: “Find a lost order”.');
  expect(notes).toContain('“Short” showed no difference.');
  expect(notes).toContain('“Medium” had too few tasks to show one.');
  expect(notes).toContain('It has no recall tool.');
  await expectAccessible(page);

  const all = await stage.server.request(`/api/savings/replays/${replay.id}/runs`);
  expect(all.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await all.text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(runs);
});

test('on a phone the page keeps within the window', async () => {
  const phone = { width: 390, height: 844 };
  const page = await (await visit(stage.server.url, { viewport: phone })).open('/savings/proof');
  await untilAwake(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test.each([
  ['rpl_none/recount', 404],
  ['rpl_none/runs', 404],
  ['rpl_none/runs/slow-request.1.on', 404],
  ['conv_none/recount', 404],
  ['..%2f..%2fdata/recount', 400],
  ['not%20an%20id/recount', 400],
  ['rpl_none/runs/slow-request', 400],
  ['rpl_none/runs/slow-request.on', 400],
  ['rpl_none/runs/slow-request.0.on', 400],
  ['rpl_none/runs/slow-request.1.both', 400],
  ['rpl_none/runs/..%2f..%2freplay.1.on', 400],
])('of %s there is nothing: %i', async (path, status) => {
  const response = await stage.server.request(`/api/savings/replays/${path}`);
  expect(response.status).toBe(status);
  expect(Object.keys((await response.json()) as object).sort()).toEqual(['code', 'error']);
});

test('of a replay that there is, no other file can be asked for', async () => {
  const [replay] = await createReplayFiles(stage.server.dataDir).list();
  for (const run of ['replay.json', 'replay.1.on', 'other-task.1.on', 'slow-request.2.on']) {
    const { status } = await stage.server.request(`/api/savings/replays/${replay?.id}/runs/${run}`);
    expect(status).toBe(run === 'replay.json' ? 400 : 404);
  }
});
