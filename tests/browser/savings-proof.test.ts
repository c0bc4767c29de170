import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { planReplay } from '#scripts/replay/plan-replay.ts';
import { runReplay } from '#scripts/replay/run-replay.ts';
import { prepareBrowser, untilAwake } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
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
  expect(await page.locator('main').innerText()).toContain('npm run replay -- all');
});

test('a replay is shown with the figures of its runs, which can be taken away and counted again', async () => {
  const replay = await replayed('question-of-log');
  const sides = replay.tasks[0]?.sides;
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
  expect(saved.suggestedFilename()).toBe(`${replay.id}-question-of-log.off.json`);
  const raw = readFileSync(await saved.path(), 'utf8');
  expect(raw).toBe(readFileSync(fileOf(replay.id, 'question-of-log.off.json'), 'utf8'));
  expect(JSON.parse(raw)).toMatchObject({ split: 'off', figures: sides?.off });

  await page.getByRole('button', { name: 'Count again' }).click();
  await page.getByText('Counted again from 2 raw runs: every figure is equal.').waitFor();
  await expectAccessible(page);
});

test('figures that were changed, and raw runs that are gone, are reported', async () => {
  const replay = await replayed('slow-request');
  const stated = replay.tasks[0]?.sides?.on.inputTokens ?? 0;
  const text = readFileSync(fileOf(replay.id, 'replay.json'), 'utf8');
  writeFileSync(
    fileOf(replay.id, 'replay.json'),
    text.replace(`"inputTokens":${stated},`, '"inputTokens":7,'),
  );
  rmSync(fileOf(replay.id, 'slow-request.off.json'));
  const page = await (await visit(stage.server.url)).open('/savings/proof');
  await untilAwake(page);
  await page.getByRole('button', { name: 'Count again' }).first().click();
  await page.getByText('2 runs of 2 cannot be confirmed.').waitFor();
  const items = await page.locator('.recount li').allInnerTexts();
  expect(items).toEqual([
    `Find a slow request, split on: input tokens 7, counted again ${stated.toLocaleString('en-US')}`,
    'Find a slow request, split off: its raw run is missing or unreadable',
  ]);
  // The one before is folded, and opens.
  const older = page.locator('details.replay').nth(1);
  expect(await older.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false);
  await older.locator('summary').click();
  await older.getByRole('table', { name: 'Runs' }).waitFor();
});

test('on a phone the page keeps within the window', async () => {
  const phone = { width: 390, height: 844 };
  const page = await (await visit(stage.server.url, { viewport: phone })).open('/savings/proof');
  await untilAwake(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test.each([
  ['rpl_none/recount', 404],
  ['rpl_none/runs/slow-request.on', 404],
  ['conv_none/recount', 404],
  ['..%2f..%2fdata/recount', 400],
  ['not%20an%20id/recount', 400],
  ['rpl_none/runs/slow-request', 400],
  ['rpl_none/runs/slow-request.both', 400],
  ['rpl_none/runs/..%2f..%2freplay.on', 400],
])('of %s there is nothing: %i', async (path, status) => {
  const response = await stage.server.request(`/api/savings/replays/${path}`);
  expect(response.status).toBe(status);
  expect(Object.keys((await response.json()) as object).sort()).toEqual(['code', 'error']);
});

test('of a replay that there is, no other file can be asked for', async () => {
  const [replay] = await createReplayFiles(stage.server.dataDir).list();
  for (const run of ['replay.json', 'replay.on', 'other-task.on']) {
    const { status } = await stage.server.request(`/api/savings/replays/${replay?.id}/runs/${run}`);
    expect(status).toBe(run === 'replay.json' ? 400 : 404);
  }
});
