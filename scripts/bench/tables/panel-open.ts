import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { showFile, shownIn } from '../conversation.ts';
import { elementCount, liveHeap, paintsAfterClick } from '../page-clock.ts';
import type { Report, ReportRow } from '../report.ts';
import { sampleSource } from '../sample-text.ts';
import { openPage, startBrowser } from '../servers/open-page.ts';
import { buildPeerApp, startPeerServer } from '../servers/peer-app.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { formatSpread, median, spreadOf } from '../spread.ts';

const goals = { paintMs: 100, highlightMs: 250, timesFaster: 10, heapMegabytes: 25, elements: 1_500 };
const lineCounts = { peer: 10_000, vitrine: 100_000 };

interface Opening {
  paintMs: number;
  highlightMs: number;
  heapMegabytes: number;
  elements: number;
}

/**
 * How soon a large file is visible, and highlighted, compared to the highlighter used as in its README on a
 * tenth of the lines.
 */
export async function measurePanelOpen(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 3;
  const folder = await bench.belongings.makeFolder();
  await writeFile(join(folder, 'small.ts'), sampleSource(lineCounts.peer));
  await writeFile(join(folder, 'large.ts'), sampleSource(lineCounts.vitrine));
  const peer = await startPeerServer(bench, await buildPeerApp(bench), { folder });
  const vitrine = await startVitrine(bench, { workspace: folder });
  const shown = await showFile(vitrine, 'large.ts');
  const browser = await startBrowser(bench);
  const peers: Opening[] = [];
  const vitrines: Opening[] = [];
  await openInPanel(browser, shownIn(vitrine, shown), shown.artifactId);
  for (let round = 0; round < rounds; round += 1) {
    peers.push(await openPlainly(browser, `${peer.url}/highlight?name=small.ts`));
    vitrines.push(await openInPanel(browser, shownIn(vitrine, shown), shown.artifactId));
  }
  const timesFaster =
    median(peers.map(({ highlightMs }) => highlightMs)) /
    median(vitrines.map(({ highlightMs }) => highlightMs));
  return {
    title: 'Opening a large file',
    method: `from the click, on a card that shows its first lines, to the frame that shows the first line, and the first coloured word; live heap and elements of the page then, heap over what it held before; Chromium on the same machine, a new tab each time; ${rounds} rounds in turn, median (min to max)`,
    goal: `${lineCounts.vitrine.toLocaleString('en-US')} lines: ${goals.paintMs} ms and ${goals.highlightMs} ms, ${goals.timesFaster} times as fast as the highlighter used plainly on ${lineCounts.peer.toLocaleString('en-US')}; ${goals.heapMegabytes} MB, ${goals.elements.toLocaleString('en-US')} elements`,
    columns: ['how', 'first paint, ms', 'first highlight, ms', 'heap over idle, MB', 'elements'],
    rows: [
      rowOf('react-syntax-highlighter, plainly, 10,000 lines', peers, null),
      rowOf('Vitrine, 100,000 lines', vitrines, isMet(vitrines)),
      {
        cells: ['times as fast to the first highlight', '', timesFaster.toFixed(1), '', ''],
        isMet: timesFaster >= goals.timesFaster,
      },
    ],
  };
}

const isMet = (openings: readonly Opening[]): boolean => {
  const middle = (of: (opening: Opening) => number) => median(openings.map(of));
  return (
    middle(({ paintMs }) => paintMs) <= goals.paintMs &&
    middle(({ highlightMs }) => highlightMs) <= goals.highlightMs &&
    middle(({ heapMegabytes }) => heapMegabytes) <= goals.heapMegabytes &&
    middle(({ elements }) => elements) <= goals.elements
  );
};

const rowOf = (name: string, openings: readonly Opening[], met: boolean | null): ReportRow => ({
  cells: [
    name,
    formatSpread(spreadOf(openings.map(({ paintMs }) => paintMs)), 0),
    formatSpread(spreadOf(openings.map(({ highlightMs }) => highlightMs)), 0),
    formatSpread(spreadOf(openings.map(({ heapMegabytes }) => heapMegabytes)), 1),
    formatSpread(spreadOf(openings.map(({ elements }) => elements)), 0),
  ],
  isMet: met,
});

async function openInPanel(browser: Browser, url: string, artifactId: string): Promise<Opening> {
  const card = `[data-card="${artifactId}"]`;
  const shown = ['.panel .ln .src', '.panel .ln .token'];
  return await open(browser, url, `${card} [data-card-action="open"]`, shown, async (page) => {
    await page.waitForSelector(`${card} .token`);
  });
}

async function openPlainly(browser: Browser, url: string): Promise<Opening> {
  return await open(browser, url, '#open', ['#shown code span', '#shown code .token'], async (page) => {
    await page.click('#load');
  });
}

async function open(
  browser: Browser,
  url: string,
  trigger: string,
  shown: readonly string[],
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Opening> {
  const { page, session } = await openPage(browser, url);
  page.setDefaultTimeout(180_000);
  await prepare(page);
  await page.waitForSelector(trigger);
  const idle = await liveHeap(session);
  const [paintMs = Number.NaN, highlightMs = Number.NaN] = await paintsAfterClick(page, trigger, shown);
  const heapMegabytes = ((await liveHeap(session)) - idle) / 1e6;
  const elements = await elementCount(page);
  await page.context().close();
  return { paintMs, highlightMs, heapMegabytes, elements };
}
