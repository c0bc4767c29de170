import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, cardOf, isShownIn, makeConversation, scrollToEnd } from '../support/page-actions.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
const lineCount = 100_000;
const nodesAtMost = 3_000;

let stage: Stage;
let id: string;
let artifactId: string;

beforeAll(async () => {
  const content = numberedLines(lineCount, (number) => `export const line${number} = 'text ${number}';`);
  stage = await openStage({ files: { 'src/big.ts': content } });
  ({
    id,
    artifactIds: [artifactId = ''],
  } = await makeConversation(stage.server, ['show src/big.ts']));
});
afterAll(async () => await stage?.close());

async function openBig(hash = '') {
  const page = await (await visit(stage.server.url)).open(`/c/${id}${hash}`);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/[?&]lines=/.test(request.url())) requests.push(request.url());
  });
  const lines = page.locator('.panel .lines');
  const row = (line: number) => lines.locator(`[data-line="${line}"]`);
  const nodeCount = () => lines.evaluate((element) => element.querySelectorAll('*').length);
  return { page, requests, lines, row, nodeCount };
}

test('a file of 100,000 lines opens and goes to its end with a handful of requests and few nodes', async () => {
  const { page, requests, lines, row, nodeCount } = await openBig();
  await action(cardOf(page, artifactId), 'open').click();
  await row(1).locator('.token').first().waitFor();
  expect(await nodeCount()).toBeLessThan(nodesAtMost);
  await scrollToEnd(lines);
  const last = row(lineCount);
  await last.locator('.token').first().waitFor();
  expect(await last.locator('.src').textContent()).toBe(
    `export const line${lineCount} = 'text ${lineCount}';`,
  );
  expect(await last.locator('.no').textContent()).toBe(String(lineCount));
  expect(await isShownIn(last, '.lines')).toBe(true);
  expect(await nodeCount()).toBeLessThan(nodesAtMost);
  expect(requests.length).toBeLessThanOrEqual(8);
});

test('scrolling through all of it fetches only where the reader rests, and keeps few nodes', async () => {
  const { page, requests, lines, row, nodeCount } = await openBig();
  await action(cardOf(page, artifactId), 'open').click();
  await row(1).waitFor();
  const most = await lines.evaluate(async (element) => {
    let nodes = 0;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let step = 1; step <= 120; step += 1) {
      element.scrollTop = (element.scrollHeight * step) / 120;
      await frame();
      nodes = Math.max(nodes, element.querySelectorAll('*').length);
    }
    return nodes;
  });
  expect(most).toBeLessThan(nodesAtMost);
  await row(lineCount).waitFor();
  expect(await nodeCount()).toBeLessThan(nodesAtMost);
  // 500 windows flew by.
  expect(requests.length).toBeLessThan(60);
});

test('a link into the middle comes to its lines without what lies before them', async () => {
  const { page, requests, row } = await openBig(`#${artifactId}:L77777`);
  await row(77_777).waitFor();
  await eventually(() => isShownIn(row(77_777), '.lines')).toBe(true);
  expect(await row(77_777).locator('.src').textContent()).toBe("export const line77777 = 'text 77777';");
  expect(requests.length).toBeLessThanOrEqual(8);
  // Wrapped rows are measured one by one; the place is kept in sight all the same.
  await page.keyboard.press('w');
  await page.keyboard.press('g');
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await row(99_999).waitFor();
  await eventually(() => isShownIn(row(99_999), '.lines')).toBe(true);
});
