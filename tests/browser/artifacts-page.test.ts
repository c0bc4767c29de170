import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let id: string;
let ids: string[];

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'limits.ts': 'export const capacity = 10;\n', 'notes.txt': 'one\ntwo\n' },
  });
  ({ id, artifactIds: ids } = await makeConversation(stage.server, [
    'show limits.ts',
    'show notes.txt',
    'edit limits.ts: replace "10" with "20"',
    'show limits.ts',
  ]));
});
afterAll(async () => await stage?.close());

const tiles = (page: Page) => page.locator('.artifact-tile');
const named = (page: Page, title: string) => tiles(page).filter({ hasText: title });
const foot = (page: Page) => page.getByRole('region', { name: 'Selected' });

test('shows what there is with the start of its content, and opens it in its conversation', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts');
  await page.getByRole('main').getByRole('heading', { name: 'Today' }).waitFor();
  await eventually(() => tiles(page).count()).toBe(4);
  await eventually(() => named(page, 'notes.txt').locator('.thumbnail').textContent()).toContain('two');
  expect(await named(page, 'notes.txt').textContent()).toContain('2 lines');
  expect(await named(page, 'notes.txt').textContent()).toMatch(/→ \d+ tokens/);
  await page.getByText('4 in all.').waitFor();
  await expectAccessible(page);
  await named(page, 'notes.txt').getByRole('link').click();
  await page.waitForURL(`**/c/${id}#${ids[1]}`);
  await page.locator('.panel').getByText('two').waitFor();
});

test('is narrowed by words, type and tool, all of it in the address, and widened again', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts');
  await page.getByRole('textbox', { name: 'Find by name or call' }).fill('notes');
  await eventually(() => tiles(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?q=notes');
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'diff' }).click();
  await page.getByText('No artifact matches.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await eventually(() => tiles(page).count()).toBe(4);
  await page.getByRole('button', { name: 'Tool', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'edit_file' }).click();
  await eventually(() => tiles(page).count()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: /Tool: edit_file.*clear/ }).press('Enter');
  await eventually(() => tiles(page).count()).toBe(4);
  // By key alone: the button that was pressed is another one now.
  await page.getByRole('button', { name: 'Tool', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'edit_file' }).press('Enter');
  await page
    .getByRole('button', { name: /Tool: edit_file/ })
    .and(page.locator(':focus'))
    .waitFor();
  await eventually(() => page.getByRole('search').getByRole('status').textContent()).toBe('1 in all');
});

test('what is selected is kept, and found among what is kept', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts');
  await named(page, 'notes.txt').getByRole('link').focus();
  await page.keyboard.press('x');
  await foot(page).getByText('1 selected').waitFor();
  await foot(page).getByRole('button', { name: 'Keep' }).click();
  await foot(page).getByRole('button', { name: 'Stop keeping' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await foot(page).count()).toBe(0);
  await eventually(async () => {
    const answer = await stage.server.request('/api/artifacts?kept=1');
    return (await answer.json()).artifacts.map((one: { artifactId: string }) => one.artifactId);
  }).toEqual([ids[1]]);
  await page.getByRole('button', { name: 'Kept', exact: true }).click();
  await eventually(() => tiles(page).count()).toBe(1);
});

test('the list is sorted by key, the largest first, and back', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts?as=list');
  const names = () => page.locator('tbody th').allTextContents();
  const before = await names();
  await page.getByRole('button', { name: 'Size' }).press('Enter');
  await page
    .getByRole('columnheader', { name: 'Size', exact: true })
    .and(page.locator('[aria-sort]'))
    .waitFor();
  await page.getByRole('button', { name: 'Size' }).and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('largest');
  const sizes = await page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Number.parseFloat(row.querySelectorAll('td')[4]?.textContent ?? '')),
    );
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  await page.getByRole('button', { name: 'When' }).press('Enter');
  await eventually(names).toEqual(before);
});

test('two of one kind are compared; what cannot be says why', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts?as=list');
  const select = (artifactId = '') =>
    page.locator(`tr[data-artifact="${artifactId}"]`).getByRole('checkbox').check();
  await select(ids[3]);
  const compare = foot(page).getByRole('button', { name: /^Compare/ });
  expect(await compare.getAttribute('aria-disabled')).toBe('true');
  expect(await compare.getAttribute('aria-label')).toContain('Select two of one kind.');
  await select(ids[0]);
  await expectAccessible(page);
  await compare.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('capacity = 20').first().waitFor();
  expect(await dialog.textContent()).toContain('capacity = 10');
  await expectAccessible(page);
});

test('one is shared from here, and found among what is shared', async () => {
  const page = await (await visit(stage.server.url)).open('/artifacts?as=list');
  await page.locator(`tr[data-artifact="${ids[0]}"]`).getByRole('checkbox').check();
  await foot(page).getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await eventually(async () => {
    const answer = await stage.server.request('/api/artifacts?shared=1');
    return (await answer.json()).artifacts.map((one: { artifactId: string }) => one.artifactId);
  }).toEqual([ids[0]]);
});

test('on a phone it is one column of tiles that a finger selects', async () => {
  const visitor = await visit(stage.server.url, { viewport: { width: 390, height: 844 } });
  const page = await visitor.open('/artifacts');
  await eventually(() => tiles(page).count()).toBe(4);
  const [one, two] = [await tiles(page).nth(0).boundingBox(), await tiles(page).nth(1).boundingBox()];
  expect(one?.x).toBe(two?.x);
  const box = await tiles(page).nth(0).locator('.select-box').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
});
