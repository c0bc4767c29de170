import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { begin, composer, say } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { type Invited, inviteTeam } from '../support/team-browsers.ts';

const prepared = prepareBrowser();
let stage: Stage;
let team: Record<'Ada' | 'Bo Diaz', Invited>;

beforeAll(async () => {
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  stage = await openStage({ environment });
  team = await inviteTeam(stage.server, ['Ada', 'Bo Diaz']);
});
afterAll(async () => await stage?.close());

async function openAs({ state }: Invited, path: string, viewport = { width: 1440, height: 900 }) {
  const visitor = await prepared(stage.server.url, {
    storageState: state,
    reducedMotion: 'reduce',
    viewport,
  });
  return await visitor.open(path);
}

const rowOf = (page: Page, title: string) =>
  page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link')
    .and(page.locator(':not(.wait)'))
    .filter({ hasText: title });
const newLine = (page: Page) => page.locator('.new-line');

test('what others say elsewhere is marked, until it is opened; what is new begins at a line', async () => {
  const bo = await openAs(team['Bo Diaz'], '/artifacts');
  const { server } = team.Ada;
  const id = await createConversation(server);
  await ask(server, id, 'which plum is ripe?');
  const row = rowOf(bo, 'which plum is ripe?');
  await eventually(() => row.textContent()).toContain(' unread');
  expect(await row.textContent()).not.toContain('mentioned');
  await eventually(() => bo.title()).toMatch(/^\(1\) /);
  await expectAccessible(bo);

  await row.click();
  await bo.waitForURL(`**/c/${id}`);
  await composer(bo).waitFor();
  expect(await newLine(bo).count()).toBe(0);
  await eventually(() => bo.title()).toMatch(/^which plum/);
  await eventually(() => isUnread(team['Bo Diaz'], id)).toBe(false);
  await bo.getByRole('link', { name: 'Savings' }).click();
  await bo.waitForURL('**/savings');
  await eventually(() => row.textContent()).not.toContain(' unread');

  await ask(server, id, 'and which pear?');
  await eventually(() => row.textContent()).toContain(' unread');
  await row.click();
  await newLine(bo).waitFor();
  expect(await newLine(bo).locator('xpath=following-sibling::*[1]').textContent()).toContain(
    'and which pear?',
  );
  await eventually(() => isUnread(team['Bo Diaz'], id)).toBe(false);
});

async function isUnread({ server }: Invited, id: string): Promise<boolean> {
  const { conversations } = await (await server.request('/api/conversations')).json();
  return conversations.find((one: { id: string }) => one.id === id).unreadCount > 0;
}

test('what comes while it is open and seen stays read; an answer elsewhere is unread for who asked, too', async () => {
  const ada = await openAs(team.Ada, '/');
  const id = await begin(ada, 'how tall is the fig?');
  const bo = await openAs(team['Bo Diaz'], `/c/${id}`);
  await say(bo, 'and how wide?');
  await ada.getByRole('article', { name: 'Bo Diaz wrote' }).waitFor();
  for (const member of [team.Ada, team['Bo Diaz']]) await eventually(() => isUnread(member, id)).toBe(false);
  await bo.goto(`${stage.server.url}/savings`);
  await ask(team['Bo Diaz'].server, id, 'how deep?');
  await eventually(() => isUnread(team['Bo Diaz'], id)).toBe(true);
  await eventually(() => isUnread(team.Ada, id)).toBe(false);
});

test('names are offered at an @, written out by the keys, and found by whom they name', async () => {
  const ada = await openAs(team.Ada, '/');
  const id = await begin(ada, 'who waters the quince?');
  await composer(ada).pressSequentially('ask @');
  await ada.getByRole('option', { name: 'Bo Diaz' }).waitFor();
  expect(await ada.getByRole('option').count()).toBe(1);
  const option = await ada.getByRole('option', { name: 'Bo Diaz' }).getAttribute('id');
  expect(await composer(ada).getAttribute('aria-activedescendant')).toBe(option);
  await expectAccessible(ada);
  await ada.keyboard.press('Escape');
  await eventually(() => ada.getByRole('listbox').count()).toBe(0);
  await ada.keyboard.type(' and @di');
  await ada.getByRole('option', { name: 'Bo Diaz' }).waitFor();
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('Enter');
  await eventually(() => composer(ada).inputValue()).toBe('ask @ and @Bo Diaz ');
  await ada.keyboard.type('please');
  await ada.keyboard.press('Enter');
  await ada.locator('.mention').getByText('@Bo Diaz').waitFor();
  expect(await ada.locator('.mention.own').count()).toBe(0);

  const bo = await openAs(team['Bo Diaz'], '/savings', { width: 390, height: 844 });
  await bo.getByRole('button', { name: 'Conversations', exact: true }).click();
  const row = rowOf(bo, 'who waters the quince?');
  await eventually(() => row.textContent()).toContain('unread, you are mentioned');
  const waits = bo.getByRole('region', { name: 'Waiting for you' }).getByRole('link');
  expect(await waits.locator('.clip').textContent()).toMatch(/^Ada[^:]*: ./);
  await eventually(() => waits.locator('time').textContent()).toBe('1 min');
  await row.click();
  await bo.waitForURL(`**/c/${id}`);
  await bo.locator('.mention.own').getByText('@Bo Diaz').waitFor();
  await composer(bo).pressSequentially('@a');
  await bo.getByRole('option', { name: 'Ada' }).click();
  await eventually(() => composer(bo).inputValue()).toBe('@Ada ');
  await eventually(() => isUnread(team['Bo Diaz'], id)).toBe(false);
});
