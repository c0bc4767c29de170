import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import {
  cardOf,
  changeAppearance,
  composer,
  makeConversation,
  selectedLines,
} from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let id: string;
let artifactIds: string[];

beforeAll(async () => {
  const content = numberedLines(200, (number) => `const line${number} = ${number};`);
  stage = await openSharedStage({ files: { 'one.ts': content, 'two.ts': content, 'three.ts': content } });
  const asked = await makeConversation(stage.server, ['show one.ts', 'show two.ts', 'show three.ts']);
  ({ id, artifactIds } = asked);
});
afterAll(async () => await stage?.close());

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-card') ?? null);
const [one, two, three] = [0, 1, 2].map((index) => () => artifactIds[index] ?? '') as [
  () => string,
  () => string,
  () => string,
];
const open = async (hash = '') => await (await visit(stage.server.url)).open(`/c/${id}${hash}`);

test('J and K go from card to card, F flips the one that is focused, / goes to the message', async () => {
  const page = await open();
  await page.keyboard.press('k');
  await eventually(() => focused(page)).toBe(three());
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await eventually(() => focused(page)).toBe(one());
  await page.keyboard.press('k');
  await eventually(() => focused(page)).toBe(one());
  await page.keyboard.press('j');
  await eventually(() => focused(page)).toBe(two());
  await page.keyboard.press('f');
  await cardOf(page, two()).locator('.seen').waitFor();
  expect(await page.locator('.seen').count()).toBe(1);
  await page.keyboard.press('f');
  await eventually(() => page.locator('.seen').count()).toBe(0);
  await page.keyboard.press('/');
  await eventually(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await composer(page).inputValue()).toBe('');
});

test('single letters are text inside the message, and keys again outside of it', async () => {
  const page = await open();
  await composer(page).focus();
  await page.keyboard.type('jk fos/gwb?n');
  await eventually(() => composer(page).inputValue()).toBe('jk fos/gwb?n');
  expect(await page.locator('.panel, .seen, [role="dialog"]').count()).toBe(0);
  expect(page.url()).toContain(id);
  await composer(page).blur();
  await page.keyboard.press('j');
  await eventually(() => focused(page)).toBe(three());
});

test('O opens the card’s panel, G goes to lines, and Esc closes and gives the card its focus back', async () => {
  const page = await open();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  await page.locator('.panel [data-line="1"]').waitFor();
  expect(await cardOf(page, two()).getAttribute('class')).toContain('open');
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to line' }).waitFor();
  await page.keyboard.type('150-152');
  await page.keyboard.press('Enter');
  await eventually(() => selectedLines(page)).toEqual([150, 151, 152]);
  expect(new URL(page.url()).hash).toBe(`#${two()}:L150-L152`);
  await page.keyboard.press('b');
  await page.locator('.panel .seen').waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('.panel').count()).toBe(0);
  await eventually(() => focused(page)).toBe(two());
});

test('S shares the focused card; Esc closes only the dialog and leads back', async () => {
  const page = await open();
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  await page.locator('.panel').waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('three.ts').waitFor();
  await eventually(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(() => dialog.count()).toBe(0);
  expect(await page.locator('.panel').count()).toBe(1);
  await eventually(() => page.evaluate(() => document.activeElement?.closest('[data-card]') !== null)).toBe(
    true,
  );
  expect(three()).not.toBe('');
});

test('S shares what is open in the panel, where no card is focused', async () => {
  const page = await open(`#${three()}`);
  await page.locator('.panel .ln').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('[data-card]') ?? null)).toBeNull();
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('three.ts').waitFor();
});

test('lines are chosen by their numbers with a click, Shift takes all up to there', async () => {
  const page = await open();
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  const number = (line: number) => page.locator(`.panel [data-line="${line}"] .no`);
  await number(4).click();
  await number(8).click({ modifiers: ['Shift'] });
  await eventually(() => selectedLines(page)).toEqual([4, 5, 6, 7, 8]);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await eventually(() => selectedLines(page)).toEqual([]);
});

test('a menu opens by keys at its first or last item, by a press at none, and gives its button the focus back', async () => {
  const page = await open();
  const button = page.getByRole('button', { name: 'More about this conversation' });
  const menu = page.getByRole('menu', { name: 'More about this conversation' });
  const focusedItem = () =>
    page.evaluate(() => document.activeElement?.closest('[role="menuitem"]')?.textContent ?? null);
  const close = async () => {
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
  };
  await button.focus();
  for (const [key, item] of [
    ['Enter', 'Instructions'],
    [' ', 'Instructions'],
    ['ArrowDown', 'Instructions'],
    ['ArrowUp', 'Export as JSON'],
  ] as const) {
    await page.keyboard.press(key);
    await eventually(focusedItem).toBe(item);
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await close();
  }
  await button.click();
  await menu.waitFor();
  await eventually(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await focusedItem()).toBeNull();
  await page.keyboard.press('ArrowDown');
  await eventually(focusedItem).toBe('Instructions');
  await close();
  await button.click();
  await menu.waitFor();
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await menu.waitFor({ state: 'detached' });
});

test('single letters can be switched off, for good', async () => {
  const page = await open();
  await page.keyboard.press('?');
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/profile/preferences'));
  await page.getByRole('switch', { name: /Single-letter shortcuts/ }).uncheck();
  await saved;
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await page.locator('[data-card] .ln').first().waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur());
  await page.keyboard.press('k');
  await eventually(() => focused(page)).toBeNull();
});

test('the theme that is chosen stays over a reload, and is there before any script', async () => {
  const visitor = await visit(stage.server.url, { colorScheme: 'light' });
  const page = await visitor.open(`/c/${id}`);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await changeAppearance(page, () => page.getByText('Dark', { exact: true }).click());
  await eventually(paper).not.toBe(light);
  const dark = await paper();
  const html = await page.reload();
  expect(await html?.text()).toMatch(/<html[^>]* data-theme="dark"/);
  expect(await paper()).toBe(dark);
});

test('without any script the page shows what was said, and the figures of every card', async () => {
  const page = await (await visit(stage.server.url, { javaScriptEnabled: false })).open(`/c/${id}`);
  expect(await page.locator('.as-typed').allTextContents()).toEqual([
    'show one.ts',
    'show two.ts',
    'show three.ts',
  ]);
  expect(await page.locator('.prose').count()).toBe(3);
  expect(await page.locator('[data-card]').count()).toBe(3);
  expect(await page.locator('.chip').first().textContent()).toMatch(/^[\d,]+→\d+ tokens$/);
  expect(await page.title()).toBe('show one.ts · Vitrine');
});
