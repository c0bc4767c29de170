import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { newId } from '../contracts/samples.ts';
import { eventually, prepareBrowser, type VisitOptions } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { completedCalls } from '../support/page-actions.ts';
import { bookDays } from '../support/recorded-days.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';
import { type Invited, inviteTeam } from '../support/team-browsers.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
const nowMs = Date.now();
const today = dayOf(nowMs);
const period = { from: addDays(today, -29), to: today };
let dataDir: string;
let server: VitrineServer;

beforeAll(async () => {
  dataDir = newDataDir();
  await bookDays(dataDir, nowMs, newId('conv'));
  server = await startVitrine({ dataDir });
});
afterAll(async () => await server?.end());

const addressOf = (more: Record<string, string>) => `/savings?${new URLSearchParams({ ...period, ...more })}`;

async function openSavings(more: Record<string, string> = {}, options: VisitOptions = {}): Promise<Page> {
  const visitor = await visit(server.url, { reducedMotion: 'reduce', ...options });
  return await visitor.open(addressOf(more));
}

const rowOf = (page: Page, name: string): Locator =>
  page.locator('.savings tbody tr', { has: page.getByRole('button', { name, exact: true }) });
const cellsOf = (row: Locator): Promise<string[]> => row.locator('td').allTextContents();
/** What is not counted adds nothing. */
const numberIn = (text = ''): number =>
  /^(–|not counted)$/.test(text) ? 0 : Number(text.replaceAll(',', '').replace('−', '-'));
const tile = (page: Page, title: string): Locator => page.locator('.tile', { hasText: title });
const shownDays = (page: Page): Locator => page.getByRole('slider');

describe('a row', () => {
  test('opens to its latest calls, and all of them add up to it, to the token', async () => {
    const page = await openSavings({ by: 'tool' });
    const row = rowOf(page, 'run_pty_cmd');
    const [calls, full, sent, withheld, avoided] = (await cellsOf(row)).map(numberIn);
    expect(calls).toBe(241);
    const fold = row.getByRole('button', { name: 'run_pty_cmd' });
    await fold.focus();
    await page.keyboard.press('Enter');
    await page.getByText('5 of 241 calls. All of them add up to the row above, to the token.').waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.drill-in tbody tr').count()).toBe(5);

    await page.getByRole('link', { name: 'All calls' }).click();
    await page.waitForURL('**/savings/calls?*');
    const sums = await page.locator('.sums dd').allTextContents();
    expect(sums.slice(0, 6).map(numberIn)).toEqual([calls, 1, full, sent, withheld, avoided]);
    const listed = [0, 0, 0, 0, 0];
    for (let pages = 1; ; pages += 1) {
      const rows = page.locator('table.calls tbody tr');
      for (const cells of await rows.evaluateAll((all) =>
        all.map((one) => [...one.children].map((cell) => cell.textContent ?? '')),
      )) {
        const figures = [1, ...cells.slice(4, 8).map(numberIn)];
        for (const [index, figure] of figures.entries()) listed[index] = (listed[index] ?? 0) + figure;
      }
      const older = page.getByRole('link', { name: 'Older' });
      if ((await older.count()) === 0) {
        expect(pages).toBe(3);
        break;
      }
      const address = page.url();
      await older.click();
      await page.waitForURL((url) => url.href !== address);
      await eventually(() => rows.count()).toBe(pages < 2 ? 100 : 41);
    }
    expect(listed).toEqual([calls, full, sent, withheld, avoided]);
  });

  test('adds up to the same in the file of its calls, and its net in that of its model calls', async () => {
    const page = await openSavings({ by: 'model' });
    await rowOf(page, 'demo').getByRole('button').click();
    await page.getByRole('link', { name: 'All calls' }).click();
    await page.getByRole('link', { name: 'Model calls' }).click();
    await page.waitForURL('**&kind=step');
    await eventually(() => page.locator('tbody tr').count()).toBe(30);
    const net = await page.locator('.sums > div', { hasText: 'Saved in money' }).locator('dd').textContent();
    const file = await server.request(
      (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '',
    );
    const [head = '', ...lines] = (await file.text()).trim().split('\r\n');
    const column = head.split(',').indexOf('netMicrodollars');
    expect(lines).toHaveLength(30);
    const sum = lines.reduce((total, line) => total + Number(line.split(',')[column]), 0);
    expect(net).toBe(`$${(sum / 1_000_000).toFixed(6).replace(/0+$/, '')}`);
  });

  test('whose views are too thin says so, and leads to why', async () => {
    const page = await openSavings({ by: 'tool' });
    const row = rowOf(page, 'grep_file');
    expect(await row.locator('.badge').textContent()).toBe('above 15%');
    expect((await cellsOf(row))[6]).toBe('100%');
    const why = new URL(
      (await row.getByRole('link', { name: 'Why the model asked for more' }).getAttribute('href')) ?? '',
      server.url,
    );
    expect([why.pathname, why.searchParams.get('tool')]).toEqual(['/savings/recalls', 'grep_file']);
  });
});

describe('the table', () => {
  test('sorts by any column with the keys, says which, and keeps what is open', async () => {
    const page = await openSavings({ by: 'tool' });
    await rowOf(page, 'grep_file').getByRole('button').click();
    await page.locator('.drill-foot').waitFor();
    const names = () => page.locator('.fold').allTextContents();
    expect(await names()).toEqual(['run_pty_cmd', 'grep_file', 'recall_output']);
    const head = page.getByRole('columnheader', { name: 'Calls', exact: true }).first();
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await eventually(() => head.getAttribute('aria-sort')).toBe('ascending');
    expect(await names()).toEqual(['grep_file', 'recall_output', 'run_pty_cmd']);
    expect(await page.locator('.drill-foot').count()).toBe(1);
    expect(await page.locator('th[aria-sort]').count()).toBe(1);
  });

  test('tells net as unknown where no price is known', async () => {
    const page = await openSavings({ by: 'model', from: addDays(today, -59), to: addDays(today, -31) });
    expect((await cellsOf(rowOf(page, 'demo')))[5]).toBe('unknown');
    expect(await tile(page, 'Saved in money').textContent()).toContain('Not known');
  });
});

describe('the period before', () => {
  test('is compared with on every tile and in the chart, once it is asked for', async () => {
    const page = await openSavings();
    expect(await page.locator('.cmp').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Compare with the 30 days before' }).check();
    await page.waitForURL('**compare=1**');
    await page.locator('.cmp').first().waitFor();
    expect(await page.locator('.cmp').allTextContents()).toEqual([
      expect.stringMatching(/^\+9\d% on the period before$/),
      expect.stringMatching(/^\+9\d% on the period before$/),
      'Not known in the period before',
      expect.stringMatching(/^−\d+(\.\d)? points on the period before$/),
    ]);
    expect(await page.locator('.plot .was').count()).toBe(30);
    expect(await page.getByText('Saved, 30 days before').count()).toBe(1);
  });

  test('that has nothing is said to have nothing', async () => {
    const page = await openSavings({ compare: '1', from: addDays(today, -59) });
    expect(new Set(await page.locator('.cmp').allTextContents())).toEqual(
      new Set(['No calls in the period before']),
    );
  });
});

describe('the days', () => {
  test('that are reversed are reported in the field, by the address and by the server', async () => {
    const page = await openSavings();
    await page.getByRole('button', { name: /\d{4}$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Days to count' });
    const [first, last] = [dialog.getByLabel('First day'), dialog.getByLabel('Last day')];
    await first.fill(today);
    await last.fill(addDays(today, -3));
    await eventually(() => dialog.getByRole('alert').textContent()).toBe(
      'The first day is after the last day.',
    );
    expect(await last.getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await eventually(() => dialog.count()).toBe(1);
    await first.fill(addDays(today, -6));
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(`**from=${addDays(today, -6)}&to=${addDays(today, -3)}**`);
    await eventually(() => shownDays(page).getAttribute('max')).toBe('3');

    await page.goto(server.url + addressOf({ from: today, to: addDays(today, -3) }));
    expect(await page.locator('.fault').textContent()).toContain('The first day is after the last day.');
    expect(await shownDays(page).getAttribute('max')).toBe('29');
    for (const path of [
      `/api/savings?from=${today}&to=${addDays(today, -3)}`,
      `/api/savings/overview?by=tool&from=${today}&to=${addDays(today, -3)}`,
      `/api/savings/calls?by=tool&key=grep_file&from=${today}&to=${addDays(today, -3)}`,
    ]) {
      const answer = await server.request(path);
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_request']);
    }
  });

  test('may be a preset, or a century, drawn by year', async () => {
    const page = await openSavings();
    await page.getByRole('button', { name: /\d{4}$/ }).click();
    await page.getByRole('button', { name: '12 months' }).click();
    await page.getByRole('heading', { name: 'By week' }).waitFor();
    await page.goto(server.url + addressOf({ by: 'tool', from: addDays(today, -36_524) }));
    await page.getByRole('heading', { name: 'By year' }).waitFor();
    expect(numberIn((await cellsOf(rowOf(page, 'run_pty_cmd')))[0])).toBe(361);
  });
});

describe('the chart', () => {
  test('is gone through day by day with the keys, and reads out the figures of the table', async () => {
    const page = await openSavings({ compare: '1' });
    await shownDays(page).focus();
    const report = () => shownDays(page).getAttribute('aria-valuetext');
    expect(await report()).toContain('11 calls; Not sent 239,');
    expect(await page.locator('.tip').count()).toBe(1);
    await page.keyboard.press('Home');
    const head = await page.locator('.tip b').textContent();
    expect(await report()).toContain(head ?? 'nothing');
    await page.keyboard.press('ArrowRight');
    await eventually(() => page.locator('.tip b').textContent()).not.toBe(head);
    await page.keyboard.press('Escape');
    await eventually(() => page.locator('.tip').count()).toBe(0);
    const spoken = await report();

    await page.getByRole('button', { name: 'Show as a table' }).click();
    const second = page.locator('.chart-table tbody tr').nth(1);
    const [, withheld = '', avoided = ''] = await cellsOf(second);
    expect(spoken).toContain(`Not sent ${withheld}; Saved ${avoided}`);
  });

  test('shows what is chosen, and its address leads to the same', async () => {
    const page = await openSavings();
    const chosen = page
      .getByRole('group', { name: 'What the chart shows' })
      .getByRole('button', { name: 'Asked for more' });
    await chosen.click();
    await eventually(() => page.url()).toContain('chart=recalls');
    await eventually(() => page.locator('.plot .wi').count()).toBe(0);
    await page.reload();
    expect(await chosen.getAttribute('aria-pressed')).toBe('true');
  });

  test('tells what it says under the pointer', async () => {
    const page = await openSavings();
    const box = await page.locator('.plot-box').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 100);
    expect(await page.locator('.tip b').textContent()).toMatch(/· 10 calls$/);
    await page.mouse.move(0, 0);
    await eventually(() => page.locator('.tip').count()).toBe(0);
  });
});

describe('in a team', () => {
  let stage: Stage;
  let team: Record<'Ada' | 'Bo', Invited>;

  beforeAll(async () => {
    stage = await openStage({
      environment: { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' },
      files: { 'salaries.txt': numberedLines(900, (number) => `person ${number}: ${number * 1_000}`) },
    });
    team = await inviteTeam(stage.server, ['Ada', 'Bo']);
  });
  afterAll(async () => await stage?.close());

  const openAs = async ({ state }: Invited, path: string): Promise<Page> => {
    const visitor = await visit(stage.server.url, { storageState: state, reducedMotion: 'reduce' });
    return await visitor.open(path);
  };

  test('a call of a private conversation has no title, command or link for who is not in it', async () => {
    const id = await createConversation(team.Ada.server);
    await ask(team.Ada.server, id, 'read salaries.txt');
    await team.Ada.server.request(`/api/conversations/${id}`, { method: 'PATCH', body: { audience: [] } });
    for (const [member, isInIt] of [
      [team.Ada, true],
      [team.Bo, false],
    ] as const) {
      const page = await openAs(member, '/savings?by=tool');
      await page.getByRole('button', { name: 'read_file', exact: true }).click();
      const call = page.locator('.drill-in tbody tr');
      await call.waitFor();
      expect((await call.textContent())?.includes('salaries.txt')).toBe(isInIt);
      expect((await call.textContent())?.includes('private or deleted')).toBe(!isInIt);
      expect(await call.getByRole('link').count()).toBe(isInIt ? 1 : 0);
      const all = await openAs(member, `/savings/calls?by=tool&key=read_file&from=${today}&to=${today}`);
      expect((await all.locator('main').textContent())?.includes('salaries.txt')).toBe(isInIt);
    }
    const bo = await visit(stage.server.url, { storageState: team.Bo.state, expects: [/404/] });
    const page = await bo.context.newPage();
    const answer = await page.goto(`${stage.server.url}/savings/calls?by=conversation&key=${id}`);
    expect(answer?.status()).toBe(404);
  });

  test('a page that stays open tells of new calls, in place: what is open and focused stays', async () => {
    const id = await createConversation(team.Ada.server);
    await ask(team.Ada.server, id, 'read salaries.txt');
    const page = await openAs(team.Ada, '/savings?by=tool');
    const row = rowOf(page, 'read_file');
    const fold = row.getByRole('button', { name: 'read_file' });
    await fold.click();
    await page.locator('.drill-foot').waitFor();
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
    const calls = numberIn((await cellsOf(row))[0]);
    await ask(team.Ada.server, id, 'read salaries.txt');
    await eventually(async () => numberIn((await cellsOf(row))[0])).toBe(calls + 1);
    await page.getByText(`of ${calls + 1} calls.`).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'isTheSame'))).toBe(true);
    expect(await fold.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('the latest calls are followed in place', async () => {
    const id = await createConversation(team.Ada.server);
    await ask(team.Ada.server, id, 'read salaries.txt');
    const page = await openAs(team.Ada, `/savings/calls?by=conversation&key=${id}`);
    const rows = page.locator('table.calls tbody tr');
    await eventually(() => rows.count()).toBe(1);
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
    await ask(team.Ada.server, id, 'read salaries.txt');
    await eventually(() => rows.count()).toBe(2);
    expect(await page.evaluate(() => Reflect.get(window, 'isTheSame'))).toBe(true);
  });

  test('a page whose server does not answer says that it is not up to date, and goes on when it does', async () => {
    const visitor = await visit(stage.server.url, { storageState: team.Ada.state, expects: [/./] });
    const page = await visitor.open('/savings');
    await page.route('**/api/savings/overview*', (route) => route.abort());
    await page.getByText('Not up to date').waitFor();
    await page.unroute('**/api/savings/overview*');
    await page.getByText('Not up to date').waitFor({ state: 'detached' });
  });

  test('both views lead to the panel with both sides', async () => {
    const id = await createConversation(team.Ada.server);
    await ask(team.Ada.server, id, 'read salaries.txt');
    const [call] = await completedCalls(team.Ada.server, id);
    const page = await openAs(team.Ada, `/savings/calls?by=conversation&key=${id}`);
    await page.getByRole('link', { name: 'Both views' }).click();
    await page.waitForURL(`**/c/**#${call?.toolTelemetry.artifactId}:both`);
    await page.locator('.panel.both').waitFor();
    await page.locator('.panel .seen').first().waitFor();
  });
});
