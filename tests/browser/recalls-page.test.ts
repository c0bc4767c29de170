import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { completedCalls, makeConversation, sayAll } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { byInvites, joinFirst, joinNext } from '../support/team-visitors.ts';

const visit = prepareBrowser();
const program = Array.from(
  { length: 400 },
  (_, at) => `export function computeNumber${at}(first: number): number {\n  return first + ${at};\n}\n`,
).join('');
let stage: Stage;
/** Whose recalls are told. */
let id: string;
let kind: string;
let artifactId: string;

beforeAll(async () => {
  stage = await openStage({ files: { 'src/numbers.ts': program } });
  const created = await makeConversation(
    stage.server,
    Array.from({ length: 20 }, () => 'read src/numbers.ts'),
  );
  id = created.id;
  artifactId = created.artifactIds[0] ?? '';
  const [call] = await completedCalls(stage.server, id);
  kind = call?.toolTelemetry.summarizer ?? '';
});
afterAll(async () => await stage?.close());

const open = async (path = '/savings/recalls', options = {}): Promise<Page> => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce', ...options })).open(path);
  await untilAwake(page);
  return page;
};
const rowOf = (page: Page): Locator =>
  page.getByRole('table', { name: /By tool and summarizer|Views of/ }).getByRole('row', {
    name: new RegExp(`read_file ${kind}`),
  });
const cellsOf = async (row: Locator): Promise<string[]> => await row.locator('td').allTextContents();
const steps = (page: Page): Locator => page.getByRole('table', { name: 'Widened views' }).locator('tbody tr');
const lastCall = async (conversationId: string) =>
  (await completedCalls(stage.server, conversationId)).at(-1)?.toolTelemetry;
const readOnce = async () => {
  const conversation = await createConversation(stage.server);
  await sayAll(stage.server, conversation, ['read src/numbers.ts']);
  return { conversation, telemetry: await lastCall(conversation) };
};

test('a kind that the model does not come back to is within the threshold', async () => {
  const page = await open();
  expect(await cellsOf(rowOf(page))).toEqual(['20', '0', '0%', '400', 'within 15%']);
  expect(await page.getByText('No summaries have been widened yet.').count()).toBe(1);
});

test('above 15% the page says so while somebody looks, and opens to what was asked, by keyboard', async () => {
  const page = await open('/savings/recalls?tool=read_file');
  await sayAll(
    stage.server,
    id,
    ['5-9', 'computeNumber7', '30-40', 'COMPUTENUMBER9'].map((ask) => `recall ${artifactId} ${ask}`),
  );
  await page.getByText('1 kind of view is too short').waitFor();
  expect(await cellsOf(rowOf(page))).toEqual(['20', '4', '20%', '400', 'could widen to 600 tokens']);
  await rowOf(page).getByText('above 15%').waitFor();

  await rowOf(page).getByRole('button').focus();
  await page.keyboard.press('Enter');
  const asks = page.getByRole('table', { name: 'What the model asked for: read_file' });
  await asks.waitFor();
  const parts = await asks
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent ?? '')),
    );
  expect(parts).toEqual([
    ['"COMPUTENUMBER9"', '2', 'src/numbers.ts'],
    ['"computeNumber7"', '', 'src/numbers.ts'],
    ['lines 30-40', '2', 'src/numbers.ts'],
    ['lines 5-9', '', 'src/numbers.ts'],
  ]);
  await page.getByText('All recalls of the last 30 days').waitFor();
  await expectAccessible(page);
  await asks.getByRole('link', { name: 'Both views' }).first().press('Enter');
  await page.waitForURL(new RegExp(`/c/${id}#${artifactId}:both`));
  await page.getByRole('region', { name: 'What the model saw' }).waitFor();
});

test('switched on, the next run that ends widens it; later views have more room, and say so; an undo brings it back', async () => {
  const page = await open();
  const wants = page.getByRole('switch', { name: 'Widen views that are too short' });
  await wants.focus();
  await page.keyboard.press('Space');
  await eventually(() => wants.isChecked()).toBe(true);
  await rowOf(page).getByText('widens to 600 tokens when a run ends').waitFor();
  const plain = (await readOnce()).telemetry;
  expect(plain?.widenedTokens).toBeUndefined();
  await steps(page).first().waitFor();
  expect(await steps(page).count()).toBe(1);
  expect(await steps(page).innerText()).toMatch(/400 → 600\s+4 recalls of 21 calls, 19%\s+Undo/);
  await rowOf(page).getByText('600, from 400').waitFor();
  await rowOf(page).getByText('counting again since').waitFor();

  const { conversation, telemetry: wide } = await readOnce();
  expect(wide?.widenedTokens).toBe(600);
  expect(wide?.sentTokens).toBeGreaterThan(plain?.sentTokens ?? Number.POSITIVE_INFINITY);
  const panel = await open(`/c/${conversation}#${wide?.artifactId}:both`);
  await panel.getByText('Widened to 600 tokens').waitFor();
  await panel.close();

  await page.reload();
  await untilAwake(page);
  expect(await wants.isChecked()).toBe(true);
  const undo = page.getByRole('button', { name: `Undo the widening of read_file, ${kind}` });
  await undo.focus();
  await page.keyboard.press('Enter');
  await page.getByText(`read_file, ${kind}: back to 400 tokens.`).waitFor();
  await steps(page).getByText('undone by').waitFor();
  expect(await undo.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Widened views');
  expect((await readOnce()).telemetry?.widenedTokens).toBeUndefined();
  expect(await steps(page).count()).toBe(1);

  const { entries } = await (await stage.server.request('/api/audit')).json();
  expect(entries.map(({ action, detail }: { action: string; detail: string }) => [action, detail])).toEqual([
    ['view_budget.undone', '600 back to 400 tokens'],
    ['view_budget.widened', '400 to 600 tokens: 4 recalls of 21 calls'],
    ['policy.changed', 'widening of views on'],
  ]);
});

test('on a phone the page keeps within the window', async () => {
  const viewport = { width: 390, height: 844 };
  const page = await open('/savings/recalls', { viewport });
  await rowOf(page).getByRole('button').click();
  await page.getByRole('table', { name: 'What the model asked for: read_file' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
});

test('a tool without views, and a name that is none, say so', async () => {
  const page = await open('/savings/recalls?tool=%3Cb%3Enone');
  await page.getByText('No views of <b>none in this period').waitFor();
  await page.getByRole('link', { name: 'All tools' }).click();
  await rowOf(page).waitFor();
});

describe('in a team', () => {
  let team: Stage;
  beforeAll(async () => {
    team = await openStage({ files: { 'src/numbers.ts': program }, environment: byInvites });
  });
  // Once no page of it is open any more.
  afterAll(async () => await team?.close());

  test('a member reads what holds, and has nothing to choose or to undo', async () => {
    const ada = await joinFirst(visit, team.server, 'Ada');
    const bo = await joinNext(visit, team.server, ada, 'Bo');
    const empty = await ada.open('/savings/recalls');
    await empty.getByText('No views in this period').waitFor();
    expect(await empty.getByRole('switch').count()).toBe(1);
    expect((await ada.call('PATCH', '/api/settings', { widening: true })).status).toBe(204);
    const audit = await ada.open('/audit');
    await audit.getByText('widening of views on').waitFor();
    const page = await bo.open('/savings/recalls');
    await page.getByText('Views widen automatically. Only admins can change this.').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect((await bo.call('PATCH', '/api/settings', { widening: false })).status).toBe(403);
    expect((await bo.call('POST', '/api/savings/widenings/1/undo')).status).toBe(403);
    expect((await ada.call('POST', '/api/savings/widenings/1/undo')).status).toBe(404);
    for (const path of ['widenings/0/undo', 'widenings/x/undo', 'widenings/1.5/undo'])
      expect((await ada.call('POST', `/api/savings/${path}`)).status, path).toBe(400);
    for (const query of ['', '?kind=', '?kind=read_file', `?kind=a/${'b'.repeat(300)}`, '?kind=a/b&x=1'])
      expect((await ada.call('GET', `/api/savings/recalls/asks${query}`)).status, query).toBe(400);
  });
});
