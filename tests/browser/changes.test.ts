import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import {
  action,
  cardNamed,
  cardOf,
  isShownIn,
  makeConversation,
  scrollToEnd,
} from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const lineCount = 5_000;
const maxNodes = 6_000;
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      'src/one.js': 'const one = 1;\nconst two = 2;\nconst three = 3;\n',
      'old.txt': 'gone\n',
      'by-hand.txt': 'first\nsecond\n',
      'by-keys.txt': 'first\nsecond\n',
    },
  });
});
afterAll(async () => await stage?.close());

const patch = `--- a/src/one.js
+++ b/src/one.js
@@ -1,3 +1,3 @@
 const one = 1;
-const two = 2;
+const two = 'two';
 const three = 3;
--- /dev/null
+++ b/src/new.js
@@ -0,0 +1,2 @@
+const fresh = 1;
+const fresher = 2;
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;
const content = (path: string) => readFileSync(join(stage.workspace, path), 'utf8');
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a patch of several files is one card: the files by name, what became of them, and the lines counted', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, [`apply\n${patch}`]);
  expect(artifactIds).toHaveLength(1);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardOf(page, artifactIds[0] ?? '');
  await card.locator('.ln').first().waitFor();
  expect(await page.locator('[data-card]').count()).toBe(1);
  await card.locator('.card-meta').getByText('+3').waitFor();
  expect(await card.locator('.card-meta').textContent()).toContain('−2');

  await action(card, 'open').click();
  const panel = page.locator('.panel');
  await panel.locator('.file').nth(2).waitFor();
  const heads = await panel
    .locator('.file')
    .evaluateAll((files) =>
      files.map((file) => [
        file.querySelector('.path')?.textContent,
        file.querySelector('.file-status')?.textContent ?? '',
      ]),
    );
  expect(heads.toSorted()).toEqual([
    ['old.txt', 'deleted'],
    ['src/new.js', 'new'],
    ['src/one.js', ''],
  ]);
  expect(await panel.locator('.ln.add').count()).toBe(3);
  expect(await panel.locator('.ln.del').count()).toBe(2);
});

test('a change is not undone once the file was changed by hand: the card says so, and the file stays', async () => {
  const { id } = await makeConversation(stage.server, ['edit by-hand.txt: replace "second" with "2nd"']);
  const page = await (await visit(stage.server.url, { expects: [/409 \(Conflict\)/] })).open(`/c/${id}`);
  const card = cardNamed(page, 'by-hand.txt');
  writeFileSync(join(stage.workspace, 'by-hand.txt'), 'first\n2nd\nthird, by hand\n');
  await card.getByRole('button', { name: 'Undo' }).click();
  const fault = card.locator('.card-fault');
  await fault.waitFor();
  expect(await fault.textContent()).toMatch(
    /by-hand\.txt.*(changed|another)|(changed|another).*by-hand\.txt/,
  );
  expect(await card.getByText(/Undone/).count()).toBe(0);
  expect(content('by-hand.txt')).toBe('first\n2nd\nthird, by hand\n');
});

test('the keyboard reaches Undo and Redo, and stays where it was', async () => {
  const { id } = await makeConversation(stage.server, ['edit by-keys.txt: replace "second" with "2nd"']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, 'by-keys.txt');
  await card.locator('.ln').first().waitFor();
  await page.keyboard.press('k');
  for (let step = 0; step < 12 && (await focusedText(page)) !== 'Undo'; step += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await focusedText(page)).toBe('Undo');
  await page.keyboard.press('Enter');
  await card.getByText(/Undone by/).waitFor();
  expect(content('by-keys.txt')).toBe('first\nsecond\n');
  await eventually(() => focusedText(page)).toBe('Redo');
  await page.keyboard.press('Enter');
  await card.getByText(/Redone by/).waitFor();
  await eventually(() => focusedText(page)).toBe('Undo');
  expect(content('by-keys.txt')).toBe('first\n2nd\n');
});

test('a diff of 5,000 lines is in the panel as far as it is looked at, from its first line to its last', async () => {
  const text = numberedLines(lineCount, (number) => `text of line ${number}`);
  const { id, artifactIds } = await makeConversation(stage.server, [`create big.txt with "${text}"`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardOf(page, artifactIds[0] ?? '');
  await card.locator('.ln.add').first().waitFor();
  expect(await card.locator('.ln').count()).toBeLessThanOrEqual(12);
  await action(card, 'open').click();
  const lines = page.locator('.panel .lines');
  const added = lines.locator('.ln.add');
  const nodeCount = () => lines.evaluate((element) => element.querySelectorAll('*').length);
  await added.first().waitFor();
  expect(await nodeCount()).toBeLessThan(maxNodes);
  await scrollToEnd(lines);
  const last = added.filter({ hasText: /text of line 5000$/ });
  await last.waitFor();
  await eventually(() => isShownIn(last, '.lines')).toBe(true);
  expect(await nodeCount()).toBeLessThan(maxNodes);
});
