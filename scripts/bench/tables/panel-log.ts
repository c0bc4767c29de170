import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { type ShownFile, showFile, shownIn } from '../conversation.ts';
import { countBytes, paintsAfterClick } from '../page-clock.ts';
import { limitRow, type Report } from '../report.ts';
import { residentMegabytes } from '../resident-megabytes.ts';
import { sampleLines } from '../sample-text.ts';
import { openPage, startBrowser } from '../servers/open-page.ts';
import { startVitrine } from '../servers/vitrine.ts';

const goals = { openMs: 300, jumpMs: 300, searchMs: 1_000, megabytes: 2, memoryMegabytes: 64 };
/** Each line has 64 bytes. */
const lineCount = 1_600_000;
const jumpLine = 900_000;
const rareWord = 'zanzibar';

interface Visit {
  openMs: number;
  jumpMs: number;
  searchMs: number;
  megabytes: number;
  memoryMegabytes: number;
}

/** A log of 100 MB in the panel: opening it, jumping far into it, and searching for a word near its end. */
export async function measurePanelLog(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const workspace = await bench.belongings.makeFolder();
  const text = sampleLines(lineCount);
  const offset = Math.floor(lineCount * 0.97) * 64;
  await writeFile(
    join(workspace, 'large.log'),
    `${text.slice(0, offset)}found ${rareWord} here\n${text.slice(offset)}`,
  );
  const vitrine = await startVitrine(bench, { workspace });
  const shown = await showFile(vitrine, 'large.log');
  const browser = await startBrowser(bench);
  const visits: Visit[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { page, session } = await openPage(browser, shownIn(vitrine, shown));
    const before = residentMegabytes(vitrine.pid);
    const bytes = await countBytes(session);
    const visit = await visitLog(page, shown);
    const memoryMegabytes = residentMegabytes(vitrine.pid) - before;
    // The first visit warms up the compiler; it is not counted.
    if (round > 0) visits.push({ ...visit, megabytes: bytes() / 1e6, memoryMegabytes });
    await page.context().close();
  }
  const row = (name: string, maximum: number, of: (visit: Visit) => number, digits: number) =>
    limitRow(name, maximum, visits.map(of), digits);
  return {
    title: `A log of ${Math.round((lineCount * 64) / 1e6)} MB, ${lineCount.toLocaleString('en-US')} lines, in the panel`,
    method: `opening: from the click to the frame that shows the first line; the others: from the key to the line in the page, the way there and back included; the bytes of all requests of the visit; the server's resident memory after it over before; ${rounds} rounds, a new tab each, median (min to max)`,
    goal: 'as listed',
    columns: ['what', 'measured', 'at most'],
    rows: [
      row('open, ms', goals.openMs, ({ openMs }) => openMs, 0),
      row(`jump to line ${jumpLine.toLocaleString('en-US')}, ms`, goals.jumpMs, ({ jumpMs }) => jumpMs, 0),
      row('first hit of a rare word, ms', goals.searchMs, ({ searchMs }) => searchMs, 0),
      row('sent, MB', goals.megabytes, ({ megabytes }) => megabytes, 2),
      row('server memory, MB', goals.memoryMegabytes, ({ memoryMegabytes }) => memoryMegabytes, 1),
    ],
  };
}

async function visitLog(page: Page, { artifactId }: ShownFile) {
  const trigger = `[data-card="${artifactId}"] [data-card-action="open"]`;
  await page.waitForSelector(trigger);
  const [openMs = Number.NaN] = await paintsAfterClick(page, trigger, ['.panel .ln .src']);
  const row = `.panel .ln[data-line="${jumpLine}"] .src`;
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to line' }).waitFor();
  await page.keyboard.type(String(jumpLine));
  const jumpMs = await shownAfterKey(page, 'Enter', row);
  await page.keyboard.press('Control+f');
  await page.locator('.panel input:focus').waitFor();
  // The search runs while the word is typed.
  await page.keyboard.type(rareWord.slice(0, -1));
  const searchMs = await shownAfterKey(page, rareWord.slice(-1), '.panel .ln mark');
  return { openMs, jumpMs, searchMs };
}

/**
 * Presses a key and returns how long it takes until the page shows the selector, including the round trip to
 * the page.
 */
async function shownAfterKey(page: Page, key: string, selector: string): Promise<number> {
  const startedMs = performance.now();
  await page.keyboard.press(key);
  await page.waitForSelector(selector, { state: 'attached' });
  return performance.now() - startedMs;
}
