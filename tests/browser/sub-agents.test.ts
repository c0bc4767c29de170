import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { readEvents, stateOf } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { begin } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { wordsUpTo } from '../support/stage.ts';
import { delegating, resultsRead, scriptOfParts } from '../support/sub-agent-script.ts';

const visit = prepareBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'merge.ts': 'select id from orders for update;\n' },
    script: scriptOfParts({
      main: (step) =>
        step === 0
          ? delegating([
              { agent: 'reader', task: 'Which statements wait for the lock?' },
              { agent: 'tester', task: 'Reproduce it' },
              { agent: 'writer', task: 'Draft the fix' },
            ])
          : { text: 'The lock is in merge.ts.' },
      reader: (step) =>
        step === 0
          ? {
              text: 'I look.',
              toolCalls: [{ name: 'render_file_contents', arguments: { path: 'merge.ts' } }],
            }
          : { text: 'One statement waits, in `merge.ts`.' },
      tester: () => ({ status: 400 }),
      writer: (step) =>
        step === 0
          ? { toolCalls: [{ name: 'create_file', arguments: { path: 'fix.md', content: 'batches' } }] }
          : // It is stopped long before it has said all of that.
            { text: `I draft it. ${wordsUpTo(4_000)}`, delayMs: 100 },
    }),
  });
});
afterAll(async () => {
  for (const name of ['reader', 'tester', 'writer'])
    await stage?.server.request(`/api/tools/agents/${name}`, { method: 'DELETE' });
  await setPolicy('auto');
  await stage?.close();
});

const setPolicy = (policy: 'ask' | 'auto') =>
  stage.server.request('/api/settings', {
    method: 'PATCH',
    body: JSON.stringify({ approvals: { create_file: policy } }),
    headers: { 'Content-Type': 'application/json' },
  });

const card = (page: Page) => page.locator('.thread').getByRole('article', { name: '3 sub-agents' });
const row = (page: Page, name: string) => card(page).getByRole('link', { name: new RegExp(`: ${name}`) });
const panel = (page: Page) => page.getByRole('complementary', { name: /^Sub-agent / });

test('an admin adds them on the page Tools, changes one, and what is wrong is said', async () => {
  const page = await (await visit(stage.server.url, { expects: [/400/] })).open('/tools');
  const add = async (name: string, instructions: string) => {
    await page.getByRole('button', { name: 'Add a sub-agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sub-agent' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('When to delegate to it').fill(`for what a ${name} does`);
    await dialog.getByLabel('Instructions').fill(instructions);
    return dialog;
  };
  const table = page.getByRole('table', { name: 'Sub-agents' });
  for (const name of ['reader', 'tester', 'writer']) {
    const dialog = await add(name, 'Be brief.');
    if (name === 'reader') {
      await dialog.getByLabel('Tools').fill('no_such_tool');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByRole('alert').getByText('there is no such tool').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Tools').fill('render_file_contents, list_*');
    }
    await dialog.getByRole('button', { name: 'Add' }).click();
    await table.getByRole('rowheader', { name: new RegExp(`^${name}`) }).waitFor();
  }
  await page.getByRole('button', { name: 'Change reader' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change reader' });
  await dialog.getByLabel('Steps for a task, at most').fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await table.getByText('at most 9 steps').waitFor();
  await expectAccessible(page);
});

describe('three at the same time', () => {
  let id: string;
  const open = async () => await (await visit(stage.server.url)).open(`/c/${id}`);

  test('are rows of one card; what one of them asks is in the conversation', async () => {
    expect((await setPolicy('ask')).status).toBe(204);
    const page = await (await visit(stage.server.url)).open('/');
    id = await begin(page, 'find the lock');
    await card(page).getByText('1 waits for an answer').waitFor();
    await eventually(() => row(page, 'reader').innerText()).toMatch(/2 steps/);
    await row(page, 'tester').getByText('0 steps').waitFor();
    await page.locator('.thread').getByRole('article', { name: 'The agent asks to create a file' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await card(page).getByText('2 of 3 ended').waitFor();
  });

  test('open into their threads, live, and lead from one to the next', async () => {
    const page = await open();
    await row(page, 'reader').click();
    await panel(page).getByText('Which statements wait for the lock?').last().waitFor();
    await panel(page).getByText('One statement waits').waitFor();
    await panel(page).getByText('at most 9 steps').waitFor();
    const nested = panel(page).locator('[data-card]');
    await nested.getByText('select id from orders').waitFor();
    await expectAccessible(page);
    await page.keyboard.press(']');
    await panel(page).getByText('The model server answered 400').waitFor();
    await page.keyboard.press(']');
    await panel(page).getByRole('article', { name: 'fix.md' }).waitFor();
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    // What is opened there gives way to it again.
    await panel(page).locator('[data-card]').getByRole('button', { name: 'Open in panel' }).click();
    await page.getByRole('complementary', { name: 'Artifact: merge.ts' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await panel(page).getByText('One statement waits').waitFor();
  });

  test('one is stopped by hand, and the run goes on; all is in the log, the export and the ledger', async () => {
    const page = await open();
    await row(page, 'writer').click();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await card(page).getByText('1 stopped').waitFor();
    await page.locator('.thread').getByText('The lock is in merge.ts.').waitFor();
    await row(page, 'writer')
      .getByText(/stopped by /)
      .waitFor();
    expect(await card(page).innerText()).toMatch(/1 done\s*·\s*1 failed\s*·\s*1 stopped/);
    await page.reload();
    await panel(page).getByText('I draft it.').waitFor();
    await card(page).getByText('1 stopped').waitFor();

    const state = await stateOf(stage.server, id);
    expect(Object.values(state.subAgents).map(({ agentName, end }) => [agentName, end?.outcome])).toEqual([
      ['reader', 'completed'],
      ['tester', 'failed'],
      ['writer', 'aborted'],
    ]);
    const nested = (await readEvents(stage.server, id)).filter(({ parentId }) => parentId !== null);
    expect(new Set(nested.map(({ parentId }) => parentId)).size).toBe(2);
    const view = resultsRead(stage.model?.requests ?? [], 'main');
    expect(view).toContain(
      '## writer: was stopped after 2 steps\nA person stopped it. Its last words:\nI draft it.',
    );

    const exported = await stage.server.request(`/api/conversations/${id}/export?format=markdown`);
    const markdown = await exported.text();
    expect(markdown).toContain('## Sub\\-agent reader gets a task');
    expect(markdown).toContain('> One statement waits, in `merge.ts`.');
    expect(markdown).toContain('> Sub-agent tester ended: failed. The model server answered 400');

    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    const recount = await stage.server.request(`/api/savings/recount?from=${today}&to=${tomorrow}`);
    expect(recount.status).toBe(200);
    const { differences, entries } = (await recount.json()) as { differences: unknown[]; entries: number };
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(6);
  });

  test('a row that is pressed while the code of its card arrives opens when it is released', async () => {
    const { context } = await visit(stage.server.url);
    const html = await (await stage.server.request(`/c/${id}`)).text();
    const { promise: isPressed, resolve: release } = Promise.withResolvers<void>();
    await context.route(/\/_next\/static\/.*\.js/, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (!html.includes(pathname)) await isPressed;
      await route.continue();
    });
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/c/${id}`);
    await untilAwake(page);
    const before = await row(page, 'tester').elementHandle();
    await row(page, 'tester').hover();
    await page.mouse.down();
    release();
    await page.waitForLoadState('networkidle');
    await page.mouse.up();
    await panel(page).getByText('The model server answered 400').waitFor();
    // The card took over right after it.
    await eventually(() => before?.evaluate((element) => element.isConnected)).toBe(false);
    await context.unrouteAll({ behavior: 'wait' });
  });

  test('on a phone the rows fit, and the thread covers the page', async () => {
    const small = await (await visit(stage.server.url, phone)).open(`/c/${id}`);
    await row(small, 'tester').click();
    await panel(small).getByText('The model server answered 400').waitFor();
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(small);
  });
});
