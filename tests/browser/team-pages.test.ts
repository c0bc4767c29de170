import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  eventually,
  prepareBrowser,
  untilAwake,
  type VisitOptions,
  type Visitor,
} from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openStage, type Stage } from '../support/stage.ts';

const prepared = prepareBrowser();
/** Nothing that fades is half there when it is looked at. */
const visit = (options: VisitOptions = {}) =>
  prepared(stage.server.url, { reducedMotion: 'reduce', ...options });
let stage: Stage;
/** Of the first admin, whom the server's log lets in. */
let adminState: Awaited<ReturnType<Visitor['context']['storageState']>>;

beforeAll(async () => {
  // People reach the server by its loopback address here; its links are taken by their path.
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  stage = await openStage({ environment });
});
afterAll(async () => await stage?.close());

const joinPath = /\/join\/[A-Za-z0-9_-]{43}/;
const pathIn = (text: string): string => joinPath.exec(text)?.[0] ?? '';

async function joinAs(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL(`${stage.server.url}/`);
  await untilAwake(page);
}

/** As the first admin, on the members page. */
async function openMembers(): Promise<Page> {
  const page = await (await visit({ storageState: adminState })).open('/members');
  await rowOf(page, 'Ada').waitFor();
  return page;
}

/** Who is here, the reader first. */
const here = (page: Page) => page.getByRole('region', { name: 'Here now' }).getByRole('listitem');
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: name });

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${name}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** By the dialog; gives the path of the link. */
async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const path = pathIn(await page.getByRole('textbox', { name: 'Invite link' }).inputValue());
  await page.keyboard.press('Escape');
  return path;
}

test('the link in the log lets the first admin in, by name, and in once', async () => {
  await eventually(() => pathIn(stage.server.output())).not.toBe('');
  const path = pathIn(stage.server.output());
  const visitor = await visit({ expects: [/404/] });
  const page = await visitor.open('/savings');
  await page.waitForURL(/\/sign-in\?next=%2Fsavings$/);
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  await expectAccessible(page);
  for (const _ of ['looking uses nothing up', 'nor does looking again']) {
    await page.goto(stage.server.url + path);
    await untilAwake(page);
  }
  await expectAccessible(page);
  await joinAs(page, 'Ada');
  expect(await here(page).first().textContent()).toBe('ADAdayou');
  adminState = await visitor.context.storageState();
  const again = await page.goto(stage.server.url + path);
  expect(again?.status()).toBe(404);
  expect(again?.headers()['referrer-policy']).toBe('no-referrer');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This invite is no longer valid');
});

test('an API token is shown once, opens the API to a program until it is revoked, and is in the audit log', async () => {
  const page = await (await visit({ storageState: adminState })).open('/');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByText('No tokens yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel('Name').fill('laptop');
  for (const scope of [/^Show/, /^Read/]) await dialog.getByRole('checkbox', { name: scope }).uncheck();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('alert').getByText('Choose what the token may do.').waitFor();
  await dialog.getByRole('checkbox', { name: /^Read/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(token).toMatch(/^vtk_/);
  const row = page.getByRole('table', { name: 'Your API tokens' }).getByRole('row', { name: 'laptop' });
  await row.getByText('never').waitFor();
  await page.getByText('Settings for an MCP client').click();
  await expectAccessible(page);
  expect(await page.locator('pre').innerText()).toContain(`Bearer ${token}`);

  const call = () =>
    fetch(`${stage.server.url}/api/conversations`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  await page.reload();
  await row.waitFor();
  await eventually(() => row.getByText('never').count()).toBe(0);
  expect(await page.content()).not.toContain(token);
  await row.getByRole('button', { name: 'Revoke laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No tokens yet.').waitFor();
  expect((await call()).status).toBe(401);
  await page.goto(`${stage.server.url}/audit?action=token.revoked`);
  await page.getByRole('row', { name: /API token revoked.*laptop/ }).waitFor();
});

test('an admin invites; a second browser joins as a member who sees no more than a member may', async () => {
  const page = await openMembers();
  const path = await invite(page);
  const invites = page.getByRole('table', { name: 'Open invites' });
  await invites.getByText('New member').waitFor();

  const second = await visit();
  const joined = await second.open(path);
  expect(await joined.getByText('Ada invited you as a member.').count()).toBe(1);
  await joinAs(joined, 'Bo');
  await joined.getByRole('link', { name: 'Settings' }).click();
  await joined.getByRole('link', { name: 'Members' }).click();
  await rowOf(joined, 'Ada').waitFor();
  expect(await joined.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0);
  expect(await joined.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await joined.getByRole('button', { name: 'Sessions of Bo' }).click();
  await joined.getByText('This browser').waitFor();
  await expectAccessible(joined);

  await page.reload();
  await rowOf(page, 'Bo').waitFor();
  await expectAccessible(page);
});

test('a role is changed from the next request on, and the last admin stays one', async () => {
  const page = await openMembers();
  await choose(page, 'Bo', 'Make an admin');
  await eventually(() => rowOf(page, 'Bo').textContent()).toContain('Admin');
  await choose(page, 'Bo', 'Make a member');
  await eventually(() => rowOf(page, 'Bo').textContent()).not.toContain('Admin');
});

test('the refusal to leave the team without an admin is reported in the row and in the dialog', async () => {
  const visitor = await visit({ storageState: adminState, expects: [/403/] });
  const page = await visitor.open('/members');
  await choose(page, 'Ada', 'Make a member');
  await rowOf(page, 'Ada').getByRole('alert').waitFor();
  expect(await rowOf(page, 'Ada').getByRole('alert').textContent()).toContain('last admin');
  await choose(page, 'Ada', 'Remove');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByRole('alert').textContent()).toContain('last admin');
});

test('an invite that is revoked lets nobody in', async () => {
  const page = await openMembers();
  const path = await invite(page);
  await page.getByRole('button', { name: 'Revoke the invite for New member' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No open invites.').waitFor();
  expect((await fetch(stage.server.url + path)).status).toBe(404);
});

test('a link for another browser signs in as that member, and who is removed is out at the next request', async () => {
  const page = await openMembers();
  await choose(page, 'Bo', 'Create a sign-in link');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const path = pathIn(await page.getByRole('textbox', { name: 'Invite link' }).inputValue());
  await page.keyboard.press('Escape');
  // Its list may be read once more when they are out.
  const bo = await (await visit({ expects: [/401 \(Unauthorized\)/] })).open(path);
  await bo.getByRole('button', { name: 'Sign in as Bo' }).click();
  await eventually(() => here(bo).first().textContent()).toBe('BOBoyou');

  await choose(page, 'Bo', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await eventually(() => rowOf(page, 'Bo').textContent()).toContain('Removed');
  await bo.goto(`${stage.server.url}/shares`);
  expect(new URL(bo.url()).pathname).toBe('/sign-in');
  await choose(page, 'Bo', 'Restore');
  await eventually(() => rowOf(page, 'Bo').textContent()).not.toContain('Removed');
});

test('the audit log is filtered by what and by whom, and taken as CSV', async () => {
  const page = await (await visit({ storageState: adminState })).open('/audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  await table.getByText('Member removed').waitFor();
  await expectAccessible(page);
  await page.locator('select[name="action"]').selectOption('member.joined');
  await page.locator('select[name="by"]').selectOption({ label: 'Bo' });
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL(/action=member\.joined/);
  await eventually(() => table.getByText('Member removed').count()).toBe(0);
  expect(await table.getByRole('row').count()).toBe(3);
  const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const csv = await page.request.get(stage.server.url + href);
  expect(csv.headers()['content-disposition']).toContain('attachment');
  const rows = (await csv.text()).trimEnd().split('\r\n');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain(',member.joined,Bo,mem_');
});

test('what is stored of a removed member is erased: nobody finds their name on a page', async () => {
  const page = await openMembers();
  await choose(page, 'Bo', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await eventually(() => rowOf(page, 'Bo').textContent()).toContain('Removed');
  await choose(page, 'Bo', 'Erase data');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await eventually(() => rowOf(page, 'Former member').textContent()).toContain('Erased');
  expect(await page.getByRole('main').innerText()).not.toMatch(/\bBo\b/);
});

test('on a phone the pages keep within the window, and signing out ends at the sign-in page', async () => {
  const phone = { width: 390, height: 844 };
  // A page that is left may still ask for something.
  const expects = [/401 \(Unauthorized\)/];
  const visitor = await visit({ storageState: adminState, viewport: phone, expects });
  for (const path of ['/members', '/audit']) {
    const page = await visitor.open(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.close();
  }
  const page = await visitor.open('/members');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in$/);
  await page.goto(`${stage.server.url}/members`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});
