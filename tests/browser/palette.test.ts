import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let withFile: string;
let withQuestion: string;
beforeAll(async () => {
  const files = { 'kumquat.ts': numberedLines(200, (number) => `const a${number} = 1;`) };
  stage = await openSharedStage({ files });
  withFile = await createConversation(stage.server);
  await ask(stage.server, withFile, 'read kumquat.ts');
  withQuestion = await createConversation(stage.server);
  await ask(stage.server, withQuestion, 'where does the kumquat grow, in 上海 too?');
});
afterAll(async () => await stage?.close());

async function opened(path: string): Promise<Page> {
  const page = await (await visit(stage.server.url)).open(path);
  await openAgain(page);
  return page;
}
/** Once it has closed: until then the key closes it. */
async function openAgain(page: Page): Promise<void> {
  await paletteOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await paletteOf(page).getByRole('combobox').and(page.locator(':focus')).waitFor();
}
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const chosen = (page: Page) => paletteOf(page).locator('[aria-selected="true"]');

test('a message is found by a part of a word from within a text field, and opened in its thread, marked', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${withFile}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('half a thought');
  await openAgain(page);
  await page.keyboard.type('grow 上海');
  await paletteOf(page).getByRole('group', { name: 'Messages' }).waitFor();
  await paletteOf(page).getByRole('button', { name: 'Messages' }).click();
  await paletteOf(page).getByText('1 result', { exact: true }).waitFor();
  expect(await chosen(page).locator('mark').allTextContents()).toEqual(['grow', '上海']);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/c/${withQuestion}#msg_*`);
  await page.locator('[data-marked]', { hasText: 'where does the kumquat grow' }).waitFor();
  await eventually(() => paletteOf(page).count()).toBe(0);
});

test('Enter right after the last letter opens what these words find, not what was found before', async () => {
  const page = await opened('/savings');
  await page.keyboard.type('kumquat.ts');
  await paletteOf(page).getByRole('group', { name: 'Artifacts' }).waitFor();
  await paletteOf(page).getByRole('combobox').fill('where does the kumquat');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/c/${withQuestion}`);
});

test('it is narrowed to a kind by Tab and a click, widened by Backspace, cleared and closed by Escape', async () => {
  const page = await opened('/savings');
  const palette = paletteOf(page);
  expect(await chosen(page).textContent()).toContain('where does the kumquat grow');
  await expectAccessible(page);
  await page.keyboard.type('kumquat');
  await palette.getByRole('group', { name: 'Artifacts' }).waitFor();
  const groups = palette.getByRole('group');
  expect(await groups.evaluateAll((all) => all.map((group) => group.ariaLabel))).toEqual([
    'Kinds',
    'Conversations',
    'Messages',
    'Artifacts',
    'Commands',
  ]);
  await expectAccessible(page);
  await palette.getByRole('button', { name: 'Artifacts' }).click();
  await eventually(() => palette.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Escape');
  await palette.getByRole('combobox').and(page.locator('[value=""]')).waitFor();
  await page.keyboard.press('Backspace');
  await palette.getByRole('group', { name: 'Recent' }).waitFor();
  await palette.getByRole('button', { name: 'People' }).click();
  await palette.getByText('Nothing yet.').waitFor();
  await palette.getByRole('button', { name: 'All' }).click();
  await palette.getByRole('group', { name: 'Recent' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await chosen(page).textContent()).toBe('Keyboard shortcuts?');
  await page.keyboard.press('Tab');
  await eventually(() => groups.evaluateAll((all) => all.map((group) => group.ariaLabel))).toEqual([
    'Kinds',
    'Commands',
  ]);
  await page.keyboard.type('sav');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

test('an artifact opens in the panel, a command is done, and what nobody wrote may become a question', async () => {
  const page = await opened(`/c/${withQuestion}`);
  const palette = paletteOf(page);
  await page.keyboard.type('kumquat.ts 4711');
  await palette.getByText('No results for “kumquat.ts 4711”').waitFor();
  await palette
    .getByText(/^Searched [1-9]\d* conversations? and the names of [1-9]\d* artifacts? /)
    .waitFor();
  await palette.getByRole('option', { name: 'Find “kumquat.ts 4711” in the files' }).waitFor();
  await expectAccessible(page);
  await palette.getByRole('combobox').fill('kumqaut.ts');
  await eventually(() => chosen(page).textContent()).toMatch(/^kumquat\.ts\d+ results?$/);
  await page.keyboard.press('Enter');
  await eventually(() => palette.getByRole('combobox').inputValue()).toBe('kumquat.ts');
  await palette.getByRole('group', { name: 'Artifacts' }).getByRole('option').first().click();
  await page.waitForURL(`**/c/${withFile}#art_*`);
  await page.getByRole('complementary').getByText('const a1 = 1;').first().waitFor();
  await openAgain(page);
  await page.keyboard.type('dark');
  await palette.getByRole('option', { name: 'Dark theme' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await openAgain(page);
  await page.keyboard.type('why is it so');
  await palette.getByRole('option', { name: 'New conversation about “why is it so”' }).click();
  await page.waitForURL(`${stage.server.url}/`);
  await eventually(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('why is it so');
});

test('on a phone it takes the whole page, with rows and buttons that a finger hits', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${withFile}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Control+k');
  const palette = paletteOf(page);
  await palette.getByRole('combobox').fill('kumquat');
  await palette.getByRole('group', { name: 'Artifacts' }).waitFor();
  expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  for (const control of await palette.locator('[role="option"], button').all()) {
    expect((await control.boundingBox())?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await palette.getByRole('button', { name: 'Close' }).click();
  await palette.waitFor({ state: 'detached' });
});

test('a hit among 2,000 messages opens at it, in sight', async () => {
  const id = await createConversation(stage.server);
  const path = `/api/conversations/${id}/messages`;
  const write = async (number: number) => {
    const text = number === 700 ? 'here the loganberry is hidden' : `message ${number}`;
    const { status } = await stage.server.request(path, { method: 'POST', body: { text, to: 'team' } });
    expect(status).toBe(202);
  };
  for (let start = 0; start < 2_000; start += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(start + index)));
  }
  const page = await opened('/savings');
  await page.keyboard.type('loganb');
  await paletteOf(page).getByRole('option', { name: 'here the loganberry is hidden' }).click();
  await page.waitForURL(`**/c/${id}#msg_*`);
  const hit = page.locator('[data-message]', { hasText: 'here the loganberry is hidden' });
  await hit.and(page.locator('[data-marked]')).waitFor();
  const isInSight = () =>
    hit.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await eventually(isInSight).toBe(true);
});
