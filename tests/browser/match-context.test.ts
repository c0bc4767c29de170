import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, cardOf, isShownIn, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const needles = [40, 43, 120];
const text = numberedLines(200, (number) =>
  needles.includes(number) ? `const needle = ${number};` : `const line = ${number};`,
);
/** Enough of them to be of several parts, and to be scrolled through. */
const dense = numberedLines(2_000, (number) => (number % 2 === 0 ? `many(${number});` : `other(${number});`));
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'src/a.js': text, 'src/changed.js': text, 'src/dense.js': dense },
  });
});
afterAll(async () => await stage?.close());

async function openSearch(page: Page, artifactId = ''): Promise<Locator> {
  await action(cardOf(page, artifactId), 'open').click();
  const panel = page.locator('.panel');
  await panel.locator('.hits .ln').first().waitFor();
  return panel;
}
const around = (panel: Locator, line: number) =>
  panel.getByRole('button', { name: `Show the lines around line ${line}`, exact: true });
/** The numbers of the lines in sight, matches by `*`. */
const shownLines = (panel: Locator): Promise<string[]> =>
  panel
    .locator('.hits .ln:not(.context-note)')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector('.at')?.textContent}${row.matches('.match') ? '*' : ''}`),
    );
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    return needles.includes(number) ? `${number}*` : `${number}`;
  });

test('the lines around a match open in place, by keyboard, become more, and close', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['find needle in src/a.js']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const panel = await openSearch(page, artifactIds[0]);
  expect(await shownLines(panel)).toEqual(['40*', '43*', '120*']);
  const own = around(panel, 40);
  expect(await own.getAttribute('aria-expanded')).toBe('false');
  await own.focus();
  await page.keyboard.press('Enter');
  // A match among the lines around another one stays one, and is there once.
  await eventually(() => shownLines(panel)).toEqual([...numbers(35, 45), '120*']);
  expect(await own.getAttribute('aria-expanded')).toBe('true');
  expect(await own.evaluate((element) => element === document.activeElement)).toBe(true);
  await panel.locator('.ln.context .token-keyword').first().waitFor();
  expect(await panel.locator('.ln.context mark').count()).toBe(0);

  await panel.getByRole('button', { name: '15 more lines below line 40' }).click();
  await eventually(() => shownLines(panel)).toEqual([...numbers(35, 60), '120*']);
  await panel.getByRole('button', { name: '15 more lines above line 40' }).click();
  await eventually(() => shownLines(panel)).toEqual([...numbers(20, 60), '120*']);
  // There are 19 lines before them, and no more to be had then.
  const last = panel.getByRole('button', { name: '19 more lines above line 40' });
  await last.focus();
  await page.keyboard.press('Space');
  await eventually(() => shownLines(panel)).toEqual([...numbers(1, 60), '120*']);
  expect(await panel.getByRole('button', { name: /above line 40/ }).count()).toBe(0);
  expect(await own.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await eventually(() => shownLines(panel)).toEqual(['40*', '43*', '120*']);
});

test('a match stays where it is when lines open around it, and they are there when people come back', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['find many in src/dense.js']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const panel = await openSearch(page, artifactIds[0]);
  const scroller = panel.locator('.lines');
  await scroller.evaluate((element) => element.scrollTo({ top: 1_500 }));
  const own = around(panel, 180);
  await own.waitFor();
  await own.scrollIntoViewIfNeeded();
  const top = async () => (await own.boundingBox())?.y ?? 0;
  // Measured as it is clicked: what else of the search comes meanwhile moves it, too.
  const before = await own.evaluate((element: HTMLElement) => {
    const { y } = element.getBoundingClientRect();
    element.click();
    return y;
  });
  const odd = panel.locator('.ln.context').filter({ hasText: 'other(179)' });
  await odd.waitFor();
  await eventually(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  expect(await panel.locator('.ln.context').count()).toBe(6);

  await scroller.hover();
  await page.mouse.wheel(0, 100_000);
  await eventually(() => odd.count()).toBe(0);
  await page.mouse.wheel(0, -100_000);
  await scroller.evaluate((element) => element.scrollTo({ top: 1_500 }));
  await odd.waitFor();
  await own.scrollIntoViewIfNeeded();
  expect(await isShownIn(own, '.lines')).toBe(true);
});

test('a file that has changed since is reported in place, and can be tried again', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['find needle in src/changed.js']);
  const visitor = await visit(stage.server.url, { expects: [/409 \(Conflict\)/] });
  const page = await visitor.open(`/c/${id}`);
  const panel = await openSearch(page, artifactIds[0]);
  const file = join(stage.workspace, 'src/changed.js');
  writeFileSync(file, `// new\n${text}`);
  await around(panel, 40).click();
  await panel.getByText('The file has changed since this search. Search again.').waitFor();
  expect(await shownLines(panel)).toEqual(['40*', '43*', '120*']);
  writeFileSync(file, text);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await eventually(() => shownLines(panel)).toEqual([...numbers(35, 45), '120*']);
  expect(await panel.getByText('The file has changed').count()).toBe(0);
});

test('a share has nothing around its matches', async () => {
  const { artifactIds } = await makeConversation(stage.server, ['find needle in src/a.js']);
  const created = await stage.server.request(`/api/artifacts/${artifactIds[0]}/shares`, {
    method: 'POST',
    body: { audience: 'link' },
  });
  const { token } = await created.json();
  const page = await (await visit(stage.server.url)).open(`/s/${token}`);
  await page.locator('.hits .ln.match').first().waitFor();
  expect(await page.getByRole('button', { name: /Show the lines around/ }).count()).toBe(0);
});
