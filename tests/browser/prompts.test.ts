import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'a.txt': 'one\n' } });
});
afterAll(async () => {
  const { prompts } = await (await stage.server.request('/api/prompts')).json();
  for (const { name } of prompts) await stage.server.request(`/api/prompts/${name}`, { method: 'DELETE' });
  await stage.close();
});

const open = async (path: string) => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open(path);
  await untilAwake(page);
  return page;
};

test('a slash lists the prompts, Enter takes one, Tab goes from field to field, and it is sent', async () => {
  const page = await open('/');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Prompts of the team' });
  await list.getByRole('option', { name: 'Save a prompt for the team' }).waitFor();
  // Nothing is chosen where there is nothing to take: Enter would send the text.
  expect(await list.getByRole('option', { selected: true }).count()).toBe(0);
  await field.press('ArrowDown');
  await field.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a prompt' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('/show');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('{{verb}} {{file}}');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await field.pressSequentially('/sh');
  await list.getByRole('option', { name: '/show' }).waitFor();
  await expectAccessible(page);
  await field.press('Enter');
  await eventually(() => field.inputValue()).toBe('{{verb}} {{file}}');
  await page.keyboard.type('read');
  await field.press('Tab');
  await page.keyboard.type('a.txt');
  await eventually(() => field.inputValue()).toBe('read a.txt');
  await field.press('Enter');
  await page.getByText('I read the one line of').first().waitFor();
});

test('Escape leaves the slash as text, and Tab then leaves the field', async () => {
  const page = await open('/');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Prompts of the team' });
  await list.waitFor();
  await field.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('/');
  await field.press('Tab');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
});

test('a message of mine is saved as a prompt, and the page of the team changes and removes it', async () => {
  const page = await open('/');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('read a.txt');
  await field.press('Enter');
  await page.getByText('I read the one line of').first().waitFor();
  const message = page.getByRole('article').filter({ hasText: 'read a.txt' }).first();
  await message.hover();
  await message.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save as a prompt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a prompt' });
  expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('read a.txt');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('read-a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${stage.server.url}/team`);
  await untilAwake(page);
  await page.getByRole('button', { name: 'More: /read-a' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const changing = page.getByRole('dialog', { name: 'Change /read-a' });
  await changing.getByRole('textbox', { name: 'Message' }).fill('read {{file}}');
  await changing.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: '/read-a' })
    .getByText('file', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'More: /read-a' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('listitem').filter({ hasText: '/read-a' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});
