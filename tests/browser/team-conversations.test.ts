import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { type Invited, inviteTeam } from '../support/team-browsers.ts';

const prepared = prepareBrowser();
let stage: Stage;
let team: Record<'Ada' | 'Bo' | 'Cy', Invited>;

beforeAll(async () => {
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };
  stage = await openStage({ environment });
  team = await inviteTeam(stage.server, ['Ada', 'Bo', 'Cy']);
});
afterAll(async () => await stage?.close());

async function openAs({ state }: Invited, path: string): Promise<Page> {
  const visitor = await prepared(stage.server.url, { storageState: state, reducedMotion: 'reduce' });
  return await visitor.open(path);
}

async function begun(by: Invited, ...texts: string[]): Promise<string> {
  const id = await createConversation(by.server);
  for (const text of texts) await ask(by.server, id, text);
  return id;
}

const rowOf = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').filter({ hasText: title });

async function chooseAudience(page: Page, label: string, names: string[] = []): Promise<void> {
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Who can see this' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who can see this' });
  await dialog.getByRole('radio', { name: label }).check();
  for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('who may see a conversation finds it in their list within seconds, and who may not any more loses it', async () => {
  const id = await begun(team.Ada, 'where is the medlar?');
  const [bo, cy] = [await openAs(team.Bo, '/savings'), await openAs(team.Cy, '/savings')];
  await rowOf(bo, 'where is the medlar?').waitFor();
  const ada = await openAs(team.Ada, `/c/${id}`);
  await chooseAudience(ada, 'Only these people', ['Bo']);
  await eventually(() => rowOf(cy, 'where is the medlar?').count()).toBe(0);
  await eventually(() => rowOf(bo, 'where is the medlar?').textContent()).toContain('Private');
  expect((await team.Cy.server.request(`/api/conversations/${id}`)).status).toBe(404);
  await eventually(() => rowOf(ada, 'where is the medlar?').textContent()).toContain('Private');

  await chooseAudience(ada, 'Team');
  await rowOf(cy, 'where is the medlar?').waitFor();
  await eventually(() => rowOf(bo, 'where is the medlar?').textContent()).not.toContain('Private');
});

test('a search finds titles and messages, and leads to them', async () => {
  const first = await begun(team.Ada, 'what is a loquat?');
  const second = await begun(team.Ada, 'other fruit', 'is the LOQUAT sweet?');
  const bo = await openAs(team.Bo, '/savings');
  await bo.getByRole('button', { name: 'Search' }).click();
  const palette = bo.getByRole('dialog', { name: 'Search' });
  const field = palette.getByRole('combobox');
  await field.fill('loquat');
  await palette.getByRole('option', { name: 'is the LOQUAT sweet?' }).click();
  await bo.waitForURL(`**/c/${second}*`);
  await bo.getByRole('article', { name: 'Ada wrote' }).getByText('is the LOQUAT sweet?').waitFor();
  await palette.waitFor({ state: 'detached' });
  await bo.keyboard.press('Control+k');
  await field.fill('loquat');
  const titles = palette.getByRole('group', { name: 'Conversations' });
  await titles.getByRole('option', { name: 'what is a loquat?' }).click();
  await bo.waitForURL(`**/c/${first}*`);
});

test('what is put away stands folded under the others, and comes back', async () => {
  await begun(team.Ada, 'the old orchard');
  const bo = await openAs(team.Bo, '/savings');
  const row = rowOf(bo, 'the old orchard');
  await row.hover();
  await bo.getByRole('button', { name: 'More: the old orchard' }).click();
  await bo.getByRole('menuitem', { name: 'Archive' }).click();
  const folded = bo.locator('details.archived');
  await folded.waitFor();
  expect(await row.isVisible()).toBe(false);
  await folded.locator('summary').click();
  await row.waitFor();
  await row.hover();
  await bo.getByRole('button', { name: 'More: the old orchard' }).click();
  await bo.getByRole('menuitem', { name: 'Unarchive' }).click();
  await eventually(() => folded.count()).toBe(0);
  await row.waitFor();
});
