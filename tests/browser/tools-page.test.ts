import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake, type Visitor } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
type Signed = Awaited<ReturnType<Visitor['context']['storageState']>>;
let stage: Stage;
let admin: Signed;
let member: Signed;

beforeAll(async () => {
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  stage = await openStage({ environment });
});
afterAll(async () => await stage?.close());

const joinPath = /\/join\/[A-Za-z0-9_-]{43}/;

async function join(path: string, name: string): Promise<Signed> {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(path);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL(`${stage.server.url}/`);
  return await visitor.context.storageState();
}

const as = (storageState: Signed, expects: RegExp[] = []) =>
  visit(stage.server.url, { storageState, expects, reducedMotion: 'reduce' });
const rowOf = (page: Page, tool: string) =>
  page.getByRole('table', { name: 'Tools' }).getByRole('row').filter({ hasText: tool });
const policyOf = (page: Page, tool: string) => page.getByRole('combobox', { name: `Policy of ${tool}` });
const chosen = (page: Page, tool: string) => policyOf(page, tool).locator('option:checked').textContent();

test('a team begins with an admin and a member', async () => {
  const first = () => joinPath.exec(stage.server.output())?.[0] ?? '';
  await eventually(first).not.toBe('');
  admin = await join(first(), 'Ada');
  const visitor = await as(admin);
  const headers = { Origin: stage.server.url };
  const created = await visitor.context.request.post(`${stage.server.url}/api/invites`, {
    data: {},
    headers,
  });
  member = await join(joinPath.exec((await created.json()).url)?.[0] ?? '', 'Bo');
});

test('an admin changes a policy at once, and a reload and the page’s own way back show it', async () => {
  const page = await (await as(admin)).open('/you');
  await page.getByRole('link', { name: 'Tools' }).click();
  await policyOf(page, 'run_and_display').waitFor();
  expect(await chosen(page, 'run_and_display')).toBe('Runs without asking');
  await policyOf(page, 'run_and_display').selectOption({ label: 'Asks an admin' });
  await rowOf(page, 'run_and_display').getByText('Saved').waitFor();
  expect(await page.getByText('Saved').count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Shares' }).click();
  await page.getByRole('heading', { level: 1, name: 'My shares' }).waitFor();
  await page.goBack();
  await eventually(() => chosen(page, 'run_and_display')).toBe('Asks an admin');
  await page.reload();
  expect(await chosen(page, 'run_and_display')).toBe('Asks an admin');
  expect(await chosen(page, 'read_file')).toBe('Runs without asking');
});

test('of choices that follow each other closely the last one holds', async () => {
  const page = await (await as(admin)).open('/tools');
  for (const policy of ['ask', 'ask_admins', 'deny', 'ask'])
    await policyOf(page, 'create_file').selectOption(policy);
  await rowOf(page, 'create_file').getByText('Saved').waitFor();
  await page.reload();
  expect(await chosen(page, 'create_file')).toBe('Asks any member');
});

test('a change that fails goes back, and says why', async () => {
  const page = await (await as(admin, [/ERR_FAILED/])).open('/tools');
  await page.route('**/api/settings', (route) => route.abort());
  await policyOf(page, 'read_file').selectOption({ label: 'Never runs' });
  const alert = rowOf(page, 'read_file').getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toContain('did not answer');
  expect(await chosen(page, 'read_file')).toBe('Runs without asking');
  await page.unroute('**/api/settings');
  await policyOf(page, 'read_file').selectOption({ label: 'Asks any member' });
  await rowOf(page, 'read_file').getByText('Saved').waitFor();
  expect(await alert.count()).toBe(0);
});

test('a member reads what holds, and has nothing to choose', async () => {
  const page = await (await as(member)).open('/you');
  await page.getByRole('link', { name: 'Tools' }).click();
  await rowOf(page, 'run_and_display').getByText('Asks an admin').waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
});

test('the audit log says who changed which policy, in the same words', async () => {
  const page = await (await as(admin)).open('/audit?action=policy.changed');
  const line = page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ hasText: 'run_and_display' });
  const words = await line.innerText();
  for (const part of ['Ada', 'Policy changed', 'Runs without asking → Asks an admin'])
    expect(words).toContain(part);
});

test('on a phone the page keeps within the window', async () => {
  const phone = { width: 390, height: 844 };
  const visitor = await visit(stage.server.url, { storageState: admin, viewport: phone });
  const page = await visitor.open('/tools');
  await untilAwake(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  const box = await policyOf(page, 'render_file_contents').boundingBox();
  expect((box?.x ?? phone.width) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
});

test('an admin says how long results last, and sees what is stored; a member reads it', async () => {
  const page = await (await as(admin)).open('/');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'General' }).click();
  await page.waitForURL(/\/team#lifetime$/);
  const choices = page.getByRole('group', { name: 'How long results last' });
  expect(await choices.getByRole('radio').count()).toBe(4);
  expect(await choices.getByRole('radio', { name: /^30 minutes/ }).isChecked()).toBe(true);
  const choose = async (name: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await choices.getByRole('radio', { name }).check();
    await saved;
  };
  await choose('7 days');
  await page.reload();
  await untilAwake(page);
  expect(await choices.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true);
  await page.getByText('There is no quota', { exact: false }).waitFor();
  await expectAccessible(page);

  const others = await (await as(member)).open('/team');
  await others.getByText('7 days', { exact: true }).waitFor();
  expect(await others.getByRole('radio').count()).toBe(0);
  await choose('As long as the conversation');
  await others.reload();
  await others.getByText('As long as the conversation', { exact: true }).waitFor();
});

test('an admin closes a workspace and admits a member: nobody else finds it, nor what is in it', async () => {
  const page = await (await as(admin)).open('/workspaces');
  await page.getByRole('table', { name: 'Workspaces' }).getByRole('link').first().click();
  const everybody = page.getByRole('switch', { name: 'Everybody in the team may use it' });
  await everybody.waitFor();
  const changed = () =>
    page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  const closing = changed();
  await everybody.uncheck();
  await closing;
  await page.getByText('Nobody yet. Only admins can change that.').waitFor();
  await expectAccessible(page);

  const others = await as(member);
  const bo = await others.open('/');
  await bo.getByText('No workspace is open to you.').waitFor();
  await expectAccessible(bo);

  const kind = page.getByRole('combobox', { name: 'Who may use it: member or group' });
  const add = async (of: 'member' | 'group', name: string) => {
    await kind.selectOption(of);
    const field = page.getByRole('combobox', { name: `Who may use it: name of a ${of}` });
    await field.fill(name);
    await field.press('Enter');
  };
  await add('member', 'eng');
  await page.getByRole('alert').getByText('There is no member called eng.').waitFor();
  for (const [of, name] of [
    ['member', 'Bo'],
    ['group', 'eng'],
  ] as const) {
    const adding = changed();
    await add(of, name);
    await adding;
  }
  const admitted = page.getByRole('table', { name: 'Who may use it' });
  await eventually(() => admitted.getByRole('rowheader').allTextContents()).toEqual(['Bo', 'eng']);
  await bo.reload();
  await bo.getByText(/^The agent works on/).waitFor();

  const opening = changed();
  await everybody.check();
  await opening;
  await eventually(() => admitted.count()).toBe(0);
});
