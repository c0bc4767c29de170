import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake, type Visitor } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { action, cardOf, makeConversation } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
let stage: Stage;
let id: string;
let artifactId: string;
let adminState: Awaited<ReturnType<Visitor['context']['storageState']>>;

beforeAll(async () => {
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  stage = await openStage({ environment, files: { 'notes.txt': 'one\ntwo\n' } });
});
afterAll(async () => await stage?.close());

const asAdmin = () => visit(stage.server.url, { storageState: adminState, reducedMotion: 'reduce' });

async function openShareDialog(page: Page) {
  await action(cardOf(page, artifactId), 'share').click();
  return page.getByRole('dialog');
}

test('a team begins with an admin, who has something to share', async () => {
  const match = () => /\/join\/[A-Za-z0-9_-]{43}/.exec(stage.server.output())?.[0] ?? '';
  await eventually(match).not.toBe('');
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(match());
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL(`${stage.server.url}/`);
  adminState = await visitor.context.storageState();
  const Cookie = adminState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const server: VitrineServer = {
    ...stage.server,
    request: (path, init = {}) =>
      stage.server.request(path, { ...init, headers: { ...init.headers, Cookie } }),
  };
  const created = await makeConversation(server, ['show notes.txt']);
  id = created.id;
  artifactId = created.artifactIds[0] ?? '';
});

test('links for anyone cannot be chosen until an admin allows them, and say why', async () => {
  const page = await (await asAdmin()).open(`/c/${id}`);
  const dialog = await openShareDialog(page);
  const choice = dialog.getByRole('radio', { name: /Anyone with the link/ });
  expect(await choice.isDisabled()).toBe(true);
  expect(await dialog.innerText()).toContain('An admin can allow these links');
  await expectAccessible(page);
  await page.goto(`${stage.server.url}/shares?of=team`);
  await untilAwake(page);
  await page.getByRole('switch', { name: /Allow links for anyone/ }).check();
  await expectAccessible(page);
  await eventually(async () => {
    await page.goto(`${stage.server.url}/c/${id}`);
    await untilAwake(page);
    const opened = await openShareDialog(page);
    return await opened.getByRole('radio', { name: /Anyone with the link/ }).isEnabled();
  }).toBe(true);
});

test('a stranger finds nothing, and where to sign in; a member the page, its list and its end', async () => {
  const page = await (await asAdmin()).open(`/c/${id}`);
  const dialog = await openShareDialog(page);
  await dialog.getByRole('combobox', { name: 'Views' }).selectOption({ label: '1 view' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const { pathname } = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue());
  const stranger = await (await visit(stage.server.url, { expects: [/404/] })).open(pathname);
  const signIn = stranger.getByRole('link', { name: 'Sign in' });
  expect(await signIn.getAttribute('href')).toBe(`/sign-in?${new URLSearchParams({ next: pathname })}`);
  await expectAccessible(stranger);
  await page.goto(stage.server.url + pathname);
  await page.getByText('two', { exact: true }).waitFor();
  await page.goto(`${stage.server.url}/shares?of=team`);
  await untilAwake(page);
  const row = page.getByRole('table', { name: 'Team’s shares' }).getByRole('row').nth(1);
  expect(await row.innerText()).toContain('1 of 1');
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByText('No links yet.').waitFor();
});
