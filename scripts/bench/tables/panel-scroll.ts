import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { Bench } from '../bench.ts';
import { showFile, shownIn } from '../conversation.ts';
import { framesWhile, untilTextIsVisible } from '../page-clock.ts';
import type { Report, ReportRow } from '../report.ts';
import { sampleSource } from '../sample-text.ts';
import { openPage, startBrowser } from '../servers/open-page.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { formatSpread, median, spreadOf } from '../spread.ts';

const goals = { frameMs: 20, visibleMs: 150 };
const lineCount = 100_000;

interface Scrolling {
  frameMs: number;
  visibleMs: number;
}

/**
 * How smoothly a large file scrolls by wheel and by dragging the scrollbar, and how soon there is text where
 * it stops.
 */
export async function measurePanelScroll(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const workspace = await bench.belongings.makeFolder();
  await writeFile(join(workspace, 'large.ts'), sampleSource(lineCount));
  const vitrine = await startVitrine(bench, { workspace });
  const shown = await showFile(vitrine, 'large.ts');
  const browser = await startBrowser(bench);
  const ways = [
    { name: 'at rest', scroll: remaining, measured: [] as Scrolling[] },
    { name: 'the wheel, 2 s', scroll: turnWheel, measured: [] as Scrolling[] },
    { name: 'dragged to the middle in 1 s', scroll: dragToMiddle, measured: [] as Scrolling[] },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const { scroll, measured } of ways) {
      const { page } = await openPage(browser, `${shownIn(vitrine, shown)}#${shown.artifactId}`);
      await page.waitForSelector('.panel .ln .token');
      const frames = await framesWhile(page, () => scroll(page));
      measured.push({ frameMs: quantile(frames, 0.95), visibleMs: await untilTextIsVisible(page) });
      await page.context().close();
    }
  }
  return {
    title: `Scrolling a file of ${lineCount.toLocaleString('en-US')} lines`,
    method: `p95 of the frames while it moves, by their own times, and how long after the last move every part of what is seen has text; ${rounds} rounds in turn, a new tab each; median (min to max)`,
    goal: `p95 frame at most ${goals.frameMs} ms, text within ${goals.visibleMs} ms`,
    columns: ['how', 'p95 frame, ms', 'text after, ms'],
    rows: ways.map(({ name, scroll, measured }): ReportRow => {
      const frames = measured.map(({ frameMs }) => frameMs);
      const visible = measured.map(({ visibleMs }) => visibleMs);
      const isMet = median(frames) <= goals.frameMs && median(visible) <= goals.visibleMs;
      return {
        cells: [name, formatSpread(spreadOf(frames), 1), formatSpread(spreadOf(visible), 0)],
        isMet: scroll === remaining ? null : isMet,
      };
    }),
  };
}

/** The baseline: what the machine achieves without scrolling. */
const remaining = (page: Page): Promise<void> => page.waitForTimeout(1_000);

async function turnWheel(page: Page): Promise<void> {
  const box = await page.locator('.panel .lines').boundingBox();
  if (!box) throw new Error('there are no lines to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const endMs = performance.now() + 2_000;
  while (performance.now() < endMs) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(16);
  }
}

/** Like dragging a scrollbar: another position in each frame. */
const dragToMiddle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const scroller = document.querySelector('.panel .lines');
    if (!scroller) throw new Error('there are no lines to scroll');
    const middle = scroller.scrollHeight / 2;
    const startedMs = performance.now();
    for (let part = 0; part < 1; ) {
      part = Math.min(1, (performance.now() - startedMs) / 1_000);
      scroller.scrollTop = middle * part;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
