import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, cardOf, isShownIn, makeConversation, scrollToEnd } from '../support/page-actions.ts';
import { afterFrames } from '../support/page-tasks.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const lineCount = 100_000;
const maxNodes = 3_000;
/** More than a browser can scroll by itself. */
const tallCount = 2_000_400;
const wideLines = [
  'one\u200btwo \u202eeerht 😀 你好 plain',
  `${'filler '.repeat(40)}near the right${' filler'.repeat(40)}`,
  `${'word '.repeat(10_000)}needle${' word'.repeat(10_000)}`,
  ...Array.from({ length: 100 }, (_, index) => `row ${index}`),
];

let stage: SharedStage;
let id: string;
let artifactId: string;
let tallId: string;
let wideId: string;

beforeAll(async () => {
  const content = numberedLines(lineCount, (number) => `export const line${number} = 'text ${number}';`);
  stage = await openSharedStage({
    files: {
      'src/big.ts': content,
      'tall.txt': numberedLines(tallCount, (number) => `line ${number}`),
      'wide.txt': wideLines.join('\n'),
    },
  });
  ({
    id,
    artifactIds: [artifactId = '', tallId = '', wideId = ''],
  } = await makeConversation(stage.server, ['show src/big.ts', 'show tall.txt', 'show wide.txt']));
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
  expect(await nodeCount()).toBeLessThan(maxNodes);
  await scrollToEnd(lines);
  const last = row(lineCount);
  await last.locator('.token').first().waitFor();
  expect(await last.locator('.src').textContent()).toBe(
    `export const line${lineCount} = 'text ${lineCount}';`,
  );
  expect(await last.locator('.no').textContent()).toBe(String(lineCount));
  expect(await isShownIn(last, '.lines')).toBe(true);
  expect(await nodeCount()).toBeLessThan(maxNodes);
  expect(requests.length).toBeLessThanOrEqual(8);
});

test('scrolling through all of it fetches only where the reader rests, and keeps few nodes', async () => {
  const { page, requests, lines, row, nodeCount } = await openBig();
  await action(cardOf(page, artifactId), 'open').click();
  await row(1).waitFor();
  const max = await lines.evaluate(async (element) => {
    let nodes = 0;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let step = 1; step <= 120; step += 1) {
      element.scrollTop = (element.scrollHeight * step) / 120;
      await frame();
      nodes = Math.max(nodes, element.querySelectorAll('*').length);
    }
    return nodes;
  });
  expect(max).toBeLessThan(maxNodes);
  await row(lineCount).waitFor();
  expect(await nodeCount()).toBeLessThan(maxNodes);
  // 500 windows flew by.
  expect(requests.length).toBeLessThan(60);
});

test('a link into the middle comes to its lines without what lies before them', async () => {
  const { page, requests, row } = await openBig(`#${artifactId}:L77777`);
  await row(77_777).waitFor();
  await eventually(() => isShownIn(row(77_777), '.lines')).toBe(true);
  expect(await row(77_777).locator('.src').textContent()).toBe("export const line77777 = 'text 77777';");
  // Of 500 windows: those about the lines, the first ones, which the card shows, and the last.
  expect(requests.length).toBeLessThan(16);
  // Wrapped rows are measured one by one; the place is kept in sight all the same.
  await page.keyboard.press('w');
  await page.keyboard.press('g');
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await row(99_999).waitFor();
  await eventually(() => isShownIn(row(99_999), '.lines')).toBe(true);
});

test('more lines than a browser scrolls: every way leads to every line, and to the last', async () => {
  const { page, lines, row, nodeCount } = await openBig(`#${tallId}:L1900000`);
  await row(1_900_000).waitFor();
  await eventually(() => isShownIn(row(1_900_000), '.lines')).toBe(true);
  // The wheel moves by its own pixels there, over any stretch.
  const topOf = async (line: number) => (await row(line).boundingBox())?.y ?? Number.NaN;
  const before = await topOf(1_900_000);
  await lines.hover();
  await page.mouse.wheel(0, 200);
  await eventually(async () => Math.round(before - (await topOf(1_900_000)))).toBe(200);
  await afterFrames(page);
  expect(Math.round(before - (await topOf(1_900_000)))).toBe(200);

  await lines.press('End');
  await eventually(() => isShownIn(row(tallCount), '.lines')).toBe(true);
  expect(await row(tallCount).locator('.src').textContent()).toBe(`line ${tallCount}`);
  expect(await topOf(tallCount)).toBe((await topOf(tallCount - 1)) + 20);
  await lines.press('Home');
  await eventually(() => isShownIn(row(1), '.lines')).toBe(true);
  await page.keyboard.press('g');
  await page.keyboard.type('1700001');
  await page.keyboard.press('Enter');
  await eventually(() => isShownIn(row(1_700_001), '.lines')).toBe(true);
  // The scrollbar leads to the same part of the whole.
  await lines.evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  });
  await eventually(() => isShownIn(row(tallCount / 2), '.lines')).toBe(true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('line 2000399');
  await eventually(() => isShownIn(row(2_000_399), '.lines')).toBe(true);
  expect(await row(2_000_399).locator('mark.now').textContent()).toBe('line 2000399');
  // Where rows are measured too.
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await eventually(() => isShownIn(row(2_000_399), '.lines')).toBe(true);
  expect(await nodeCount()).toBeLessThan(maxNodes);
});

test('rows are 20 px high whatever is in them, and their numbers stay where lines are scrolled sideways', async () => {
  const { page, lines, row } = await openBig(`#${wideId}:L1`);
  await row(1).locator('.zw').first().waitFor();
  const tops = await lines
    .locator('[data-line]')
    .evaluateAll((rows) => rows.slice(0, 20).map((one) => one.getBoundingClientRect().top));
  for (const [index, top] of tops.entries()) expect(top - (tops[0] ?? 0)).toBe(index * 20);
  const heights = await row(1).evaluate((one) => [one.clientHeight, one.scrollHeight]);
  expect(heights[0]).toBe(20);

  const number = row(2).locator('.no');
  const left = (await number.boundingBox())?.x;
  await page.keyboard.press('Control+f');
  await page.keyboard.type('near the right');
  const mark = page.locator('.panel mark.now');
  await mark.waitFor();
  await eventually(() => lines.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  expect((await number.boundingBox())?.x).toBe(left);
  const [markBox, numberBox, linesBox] = await Promise.all(
    [mark, number, lines].map((one) => one.boundingBox()),
  );
  if (!markBox || !numberBox || !linesBox) throw new Error('nothing to measure');
  expect(markBox.x).toBeGreaterThan(numberBox.x + numberBox.width);
  expect(markBox.x + markBox.width).toBeLessThan(linesBox.x + linesBox.width - 10);
});

test('a line that is cut is read on by parts, and a hit past the cut leads to its part', async () => {
  const { page, row } = await openBig(`#${wideId}:L3`);
  await row(3).getByRole('button', { name: 'Show more of line 3' }).click();
  const reader = page.getByRole('region', { name: 'Line 3' });
  await reader.getByText('characters 2,001 to 4,000').waitFor();
  await reader.getByRole('button', { name: 'Next part' }).click();
  await reader.getByText('characters 4,001 to 6,000').waitFor();
  await reader.getByRole('button', { name: 'Previous part' }).click();
  await reader.getByText('characters 2,001 to 4,000').waitFor();
  await page.keyboard.press('Escape');
  await reader.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await reader.locator('mark.now').waitFor();
  expect(await reader.locator('mark.now').textContent()).toBe('needle');
  await reader.getByRole('button', { name: 'Close this line' }).click();
  await reader.waitFor({ state: 'detached' });
});
