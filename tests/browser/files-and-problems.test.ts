import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import {
  action,
  cardNamed,
  cardOf,
  isShownIn,
  makeConversation,
  openWhy,
  scrollToEnd,
} from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const maxNodes = 6_000;
const bigFiles = 300;

const failingTests = `import assert from "node:assert/strict";
import { test } from "node:test";
for (let n = 1; n <= 40; n += 1) test("passes number " + n, () => {});
test("carries the rest over", () => assert.equal(9, 10));
test("tells how long to wait", () => assert.equal(400, 150));
test("keeps the first", () => assert.equal(1, 2));
test("refuses <b>markup</b>", () => { throw new Error("no <script>alert(1)</script> here"); });
`;

const listed = Array.from({ length: 600 }, (_, index) => [`many/d${index % 6}/file${index}.txt`, 'x\n']);
const sixFolders = Array.from({ length: 6 }, () => '200 bytes');
const phone = { width: 390, height: 844 };
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      'package.json': '{ "name": "limits", "type": "module" }',
      'limits.test.js': failingTests,
      'src/one.js': 'export const one = 1;\nexport const two = one + 1;\n',
      'src/two.js': numberedLines(200, (number) =>
        number % 50 === 0 ? `use(one); // ${number}` : `line(${number});`,
      ),
      'gone.txt': 'one here\n',
      'kept.txt': 'as it is\n',
      'fix.patch': patch,
      ...Object.fromEntries(listed),
    },
  });
});
afterAll(async () => await stage?.close());

async function openPanel(page: Page, card: Locator): Promise<Locator> {
  await action(card, 'open').click();
  return page.locator('.panel');
}

const patch = `--- a/src/one.js
+++ b/src/one.js
@@ -1,2 +1,2 @@
-export const one = 1;
+export const one = 'one';
 export const two = one + 1;
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-one here
`;

test('a diff folds by its files, by click and by keyboard, and stands side by side where people want it so', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, [`apply\n${patch}`]);
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(`/c/${id}`);
  const panel = await openPanel(page, cardOf(page, artifactIds[0] ?? ''));
  const heads = panel.locator('.file-head');
  await heads.nth(1).waitFor();
  const named = async (name: string) => heads.filter({ hasText: name });
  const one = await named('one.js');
  expect(await one.locator('.n').textContent()).toBe('+1−1');
  expect(await (await named('gone.txt')).locator('.n').textContent()).toBe('deleted−1');
  await panel.locator('.diff .token-keyword').first().waitFor();
  expect(await panel.locator('.ln.add .token-keyword').count()).toBeGreaterThan(0);

  const lines = panel.locator('.diff .ln');
  const all = await lines.count();
  await one.locator('.file-fold').click();
  await eventually(() => lines.count()).toBe(all - 3);
  await one.locator('.file-fold').press('Enter');
  await eventually(() => lines.count()).toBe(all);
  await panel.getByRole('button', { name: 'Fold all' }).click();
  await eventually(() => lines.count()).toBe(0);
  await panel.getByRole('button', { name: 'Unfold all' }).click();

  await panel.getByRole('button', { name: 'Side by side' }).click();
  const pair = panel.locator('.pair-row').filter({ has: page.locator('.del', { hasText: 'one = 1' }) });
  await pair.locator('.add em').first().waitFor();
  expect(await pair.locator('.add').textContent()).toContain("one = 'one'");
  expect(await pair.locator('.del em').allTextContents()).toEqual(['1']);

  const again = await visitor.open(`/c/${id}#${artifactIds[0]}`);
  await again.locator('.panel .pair-row').first().waitFor();
});

test('of a diff of many files only what is looked at is in the page, and each can be gone to', async () => {
  const large = Array.from(
    { length: bigFiles / 2 },
    (_, position) =>
      `--- /dev/null\n+++ b/made/f${position}.txt\n@@ -0,0 +1,60 @@\n${numberedLines(60, (number) => `+file ${position} line ${number}`)}`,
  ).join('');
  const { id, artifactIds } = await makeConversation(stage.server, [`apply\n${large}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const panel = await openPanel(page, cardOf(page, artifactIds[0] ?? ''));
  await panel.locator('.ln.add').first().waitFor();
  const scroller = panel.locator('.lines');
  const nodes = () => scroller.evaluate((element) => element.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThan(maxNodes);

  await panel.getByRole('button', { name: `${bigFiles / 2} files` }).click();
  const index = page.getByRole('listbox', { name: 'Go to a file' });
  await index.press('End');
  await index.press('ArrowUp');
  const aim = await index.locator('[aria-selected="true"] .path').textContent();
  await index.press('Enter');
  const aimed = panel.locator('.file-head').filter({ hasText: aim ?? '' });
  await eventually(() => isShownIn(aimed.first(), '.lines')).toBe(true);

  await scrollToEnd(scroller);
  await eventually(() => panel.locator('.section-item.is-stuck .file-head').count()).toBe(1);
  const stuck = panel.locator('.section-item.is-stuck .file-head');
  await eventually(async () => {
    const [head, box] = await Promise.all([stuck.boundingBox(), scroller.boundingBox()]);
    return Math.abs((head?.y ?? 0) - (box?.y ?? 99));
  }).toBeLessThanOrEqual(1);
  expect(await nodes()).toBeLessThan(maxNodes);
});

test('a listing is a tree: it folds and unfolds by keyboard, is filtered, and gives paths', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['list all many']);
  const visitor = await visit(stage.server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await visitor.open(`/c/${id}`);
  const panel = await openPanel(page, cardOf(page, artifactIds[0] ?? ''));
  const tree = panel.getByRole('tree', { name: 'Entries' });
  const rows = panel.getByRole('treeitem');
  await rows.first().waitFor();
  // Its only folder is open: nobody is to unfold it to see the first entries.
  await eventually(() => rows.count()).toBe(7);
  expect(await rows.first().getAttribute('aria-expanded')).toBe('true');
  expect(await rows.first().locator('.tree-count').textContent()).toBe('600');
  expect(await panel.locator('.tree-row .tree-size').allTextContents()).toEqual(['1.2 KB', ...sixFolders]);
  await tree.press('ArrowRight');
  await tree.press('ArrowRight');
  await panel.getByText('file0.txt').waitFor();
  expect(await panel.locator('.tree-row').count()).toBeLessThan(100);
  const file = rows.filter({ hasText: 'file0.txt' });
  expect(await file.locator('.tree-size').textContent()).toBe('2 bytes');
  await tree.press('ArrowRight');
  await tree.press('Enter');
  await panel.getByText('Path copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('many/d0/file0.txt');

  await panel.getByRole('textbox', { name: 'Filter entries' }).fill('FILE59');
  await panel.getByText('11 of 600').waitFor();
  expect(await panel.locator('mark').first().textContent()).toBe('file59');
  await panel.getByRole('button', { name: 'Source' }).click();
  const line = panel.locator('.ln.listing-row').first();
  await line.waitFor();
  expect(await line.locator('.src').textContent()).toBe('many/d0/file0.txt');
  expect(await line.locator('.listing-size').textContent()).toBe('2');
});

test('sizes of a listing stand at the right, in its card too, and a phone has no room for more', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['list all many']);
  const page = await (await visit(stage.server.url, { viewport: phone })).open(`/c/${id}`);
  const card = cardOf(page, artifactIds[0] ?? '');
  expect(await card.locator('.listing-size').first().textContent()).toBe('2 bytes');
  await card.locator('.as-button').click();
  const panel = page.locator('.panel');
  const first = panel.getByRole('treeitem').first();
  await first.waitFor();
  expect(await first.locator('.tree-count').isVisible()).toBe(false);
  const [row, size] = await Promise.all([first.boundingBox(), first.locator('.tree-size').boundingBox()]);
  expect((row?.x ?? 0) + (row?.width ?? 0) - (size?.x ?? 0) - (size?.width ?? 0)).toBeCloseTo(16, 0);
});

test('a patch, and what git prints of changes, are shown by their files', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, [
    'show fix.patch',
    'terminal git diff --no-index kept.txt package.json',
  ]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const panel = await openPanel(page, cardOf(page, artifactIds[0] ?? ''));
  await panel.locator('.file-head').filter({ hasText: 'one.js' }).waitFor();
  expect(await panel.locator('.diff .ln.del').first().textContent()).toContain('export const one = 1;');
  await panel.getByRole('button', { name: 'Source' }).click();
  await panel.locator('.token-deleted').first().waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await openPanel(page, cardOf(page, artifactIds[1] ?? ''));
  await panel.locator('.file-head').filter({ hasText: 'package.json' }).waitFor();
  await eventually(() => panel.locator('.diff .ln.add').count()).toBe(1);
});

test('a match leads to its line, where the conversation has its file', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['find one in src', 'show src/two.js']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const panel = await openPanel(page, cardOf(page, artifactIds[0] ?? ''));
  const two = panel.locator('.file-head').filter({ hasText: 'two.js' });
  await two.waitFor();
  await eventually(() => two.locator('.n').textContent()).toBe('4');
  await eventually(() => panel.locator('.hits mark').count()).toBeGreaterThan(3);
  const link = panel.getByRole('button', { name: 'Open src/two.js at line 150' });
  await link.waitFor();
  expect(await panel.getByRole('button', { name: /Open src\/one\.js/ }).count()).toBe(0);
  await two.locator('.file-fold').click();
  await eventually(() => link.count()).toBe(0);
  await two.locator('.file-fold').click();
  await link.click();
  await page.locator('.panel .ln.sel[data-line="150"]').waitFor();
  expect(page.url()).toContain(`${artifactIds[1]}:L150`);
});

test('failing tests stand at the top of card and panel, and lead to their lines', async () => {
  const command = 'node --test --test-reporter=spec';
  const { id } = await makeConversation(stage.server, [`terminal ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, command);
  const problems = card.locator('.problems li');
  await problems.nth(2).waitFor();
  expect(await problems.count()).toBe(3);
  expect(await problems.first().textContent()).toContain('carries the rest over');
  expect(await problems.first().locator('.where').textContent()).toMatch(/^limits\.test\.js:\d+$/);
  expect(await problems.filter({ hasText: '<b>markup</b>' }).count()).toBe(1);

  // What they came to stands below them, not the stack that the output ends with.
  expect(await card.locator('.card-verdict').textContent()).toMatch(/^4 failed, \d+ passed/);
  expect(await card.getByText('node:internal').count()).toBe(0);
  const panel = page.locator('.panel');
  const location = (await problems.first().locator('.where').textContent()) ?? '';
  await problems.first().locator('.where').click();
  await panel.locator('.panel-head').getByText('limits.test.js').waitFor();
  await panel.locator(`.ln.sel[data-line="${location.split(':')[1]}"]`).waitFor();

  await problems.first().locator('.problem-name').click();
  await panel.locator('.panel-head').getByText('exit 1').waitFor();
  await panel.locator('.ln.sel').waitFor();
  expect(await panel.locator('.ln.sel').textContent()).toContain('carries the rest over');
  await panel.locator('.panel-head').getByText('exit 1').waitFor();
  await eventually(() => panel.locator('.problems li').count()).toBe(4);
  const current = panel.locator('.problems li[aria-current]');
  await page.keyboard.press(']');
  await eventually(() => current.textContent()).toContain('carries the rest over');
  await page.keyboard.press(']');
  await eventually(() => current.textContent()).toContain('tells how long to wait');
  const label = await current.locator('.problem-name').getAttribute('aria-label');
  const line = /line (\d+)$/.exec(label ?? '')?.[1] ?? '';
  const row = panel.locator(`.ln[data-line="${line}"]`);
  await eventually(() => isShownIn(row, '.lines')).toBe(true);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await eventually(() => current.textContent()).toContain('no <script>alert(1)</script> here');
});

test('what is only shown to people, and what is run again, tells its problems too', async () => {
  const command = 'node --test --test-reporter=spec';
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, command);
  const problems = card.locator('.problems li');
  await eventually(() => problems.count()).toBe(3);
  const meta = await card.locator('.card-meta').textContent();
  await openPanel(page, card);
  await eventually(() => page.locator('.panel .problems li').count()).toBe(4);
  expect(await page.locator('.panel-head .card-meta').textContent()).toBe(meta);
  await openWhy(page);
  expect(await page.locator('.why').textContent()).toContain('This view was not chosen from ranked facts.');
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Run again' }).click();
  await card.getByText(/run again by/).waitFor();
  await eventually(() => problems.count()).toBe(3);
  expect(await problems.first().textContent()).toContain('carries the rest over');
});
