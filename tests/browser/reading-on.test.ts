import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, type VisitOptions } from '../support/browser.ts';
import { cardOf, composer, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const lineHeight = 20;
const longBytes = 50 * 1024 * 1024;
/** Lines that fail are asked for again by themselves so often, after 8 s at most. */
const triesOfItself = 4;

let stage: SharedStage;

beforeAll(async () => {
  const long = Buffer.alloc(longBytes, 'word ');
  long.write('needle', longBytes - 10, 'latin1');
  stage = await openSharedStage({
    files: { 'fifty.txt': long, 'big.txt': numberedLines(100_000, (number) => `text ${number}`) },
  });
});
afterAll(async () => await stage?.close());

async function openFile(name: string, options: VisitOptions = {}) {
  const {
    id,
    artifactIds: [artifactId = ''],
  } = await makeConversation(stage.server, [`show ${name}`]);
  const page = await (await visit(stage.server.url, options)).open(`/c/${id}#${artifactId}`);
  const panel = page.locator('.panel');
  const lines = panel.locator('.lines');
  const row = (line: number) => lines.locator(`[data-line="${line}"]`);
  return { page, card: cardOf(page, artifactId), panel, lines, row };
}

test('a file of one line of 50 MB opens with its first part, is read on and searched to its end, and the page answers', async () => {
  const { page, card, panel, row } = await openFile('fifty.txt');
  await row(1).waitFor();
  expect(await row(1).locator('.cut .cut-words').textContent()).toBe('cut, 50 MB in all');
  const first = (await row(1).locator('.src').textContent()) ?? '';
  expect(first.slice(0, 2_000)).toBe('word '.repeat(400));
  expect(first.length).toBeLessThan(2_100);
  expect(await card.locator('.cut').textContent()).toBe('cut, 50 MB in all');

  await row(1).getByRole('button', { name: 'Show more of line 1' }).click();
  const reader = page.getByRole('region', { name: 'Line 1' });
  await reader.getByText('characters 2,001 to 4,000', { exact: true }).waitFor();
  await reader.getByRole('button', { name: 'Next part' }).click();
  await reader.getByText('characters 4,001 to 6,000', { exact: true }).waitFor();
  expect(await reader.locator('.line-reader-text').textContent()).toBe('word '.repeat(400));
  await page.keyboard.press('Escape');
  await reader.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await reader.locator('mark.now').waitFor();
  expect(await reader.locator('mark.now').textContent()).toBe('needle');
  await reader.getByText('to 52,428,800, to the end').waitFor();
  expect(await panel.locator('*').count()).toBeLessThan(1_500);
  expect((await panel.textContent())?.length).toBeLessThan(10_000);
  await composer(page).fill('it answers');
  await eventually(() => composer(page).inputValue()).toBe('it answers');
});

/** How often the network refused a line. */
function watchRefused(page: Page): (line: number) => number {
  const refused: [from: number, to: number][] = [];
  page.on('requestfailed', (request) => {
    const [, from, to] = /[?&]lines=(\d+)-(\d+)/.exec(request.url()) ?? [];
    const isCut = request.failure()?.errorText === 'net::ERR_INTERNET_DISCONNECTED';
    if (isCut && from && to) refused.push([Number(from), Number(to)]);
  });
  return (line) => refused.filter(([from, to]) => line >= from && line <= to).length;
}

test('lines that the network cut off while people scrolled say so and offer to try again; what was read stays', async () => {
  const { page, panel, lines, row } = await openFile('big.txt', {
    expects: [/net::ERR_INTERNET_DISCONNECTED/],
  });
  await row(1).waitFor();
  const refusals = watchRefused(page);
  await page.clock.install();
  const glideTo = (line: number) =>
    lines.evaluate(async (element, top) => {
      const from = element.scrollTop;
      for (let step = 1; step <= 4; step += 1) {
        element.scrollTop = from + ((top - from) * step) / 4;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, line * lineHeight);
  const jumpTo = (line: number) =>
    lines.evaluate((element, top) => element.scrollTo({ top }), line * lineHeight);
  const note = panel.locator('.lines-note');
  const retry = note.getByRole('button', { name: 'Try now' });

  await glideTo(10_000);
  await row(10_010).waitFor();
  await page.context().setOffline(true);
  await glideTo(50_000);
  await note.getByText('Could not load these lines.').waitFor();
  await retry.waitFor();
  expect(await row(50_010).count()).toBe(0);
  await jumpTo(10_000);
  await row(10_010).waitFor();
  await eventually(() => note.count()).toBe(0);

  // Once they are no longer asked for by themselves, only people can have them.
  await jumpTo(50_000);
  await note.waitFor();
  await eventually(async () => {
    await page.clock.fastForward(8_000);
    return refusals(50_010);
  }).toBe(triesOfItself);
  await page.context().setOffline(false);
  await retry.click();
  await row(50_010).waitFor();
  expect(await row(50_010).locator('.src').textContent()).toBe('text 50010');
  await eventually(() => note.count()).toBe(0);
});
