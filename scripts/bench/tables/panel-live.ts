import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { Bench } from '../bench.ts';
import { openConversation, postMessage } from '../conversation.ts';
import { framesWhile } from '../page-clock.ts';
import type { Report } from '../report.ts';
import { startOnBothStores } from '../servers/both-stores.ts';
import { openPage, startBrowser } from '../servers/open-page.ts';
import { formatSpread, median, spreadOf } from '../spread.ts';

const goalFrameMs = 50;
const megabytesPerSecond = 5;
const programs = join(import.meta.dirname, '..', 'programs');

/**
 * A page that follows a command with much output: how smooth it is, and whether everything is there at the
 * end.
 */
export async function measurePanelLive(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 3;
  const seconds = bench.isQuick ? 3 : 8;
  const workspace = await bench.belongings.makeFolder();
  copyFileSync(join(programs, 'flood.mjs'), join(workspace, 'flood.mjs'));
  const vitrines = await startOnBothStores(bench, { workspace });
  const browser = await startBrowser(bench);
  const measured = vitrines.map(() => [] as { frameMs: number; lost: number }[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, vitrine] of vitrines.entries()) {
      const id = await openConversation(vitrine);
      const { page } = await openPage(browser, `${vitrine.url}/c/${id}`);
      await postMessage(vitrine, id, `run node flood.mjs ${megabytesPerSecond} ${seconds}`);
      await page.waitForSelector('[data-card-action="open"]');
      await page.click('[data-card-action="open"]');
      await page.waitForSelector('.panel .ln');
      const frames = await framesWhile(page, async () => {
        await page.waitForTimeout((seconds - 1) * 1_000);
      });
      const artifactId = new URL(page.url()).hash.slice(1);
      const lost = await missingLines(page, `${vitrine.url}/api/artifacts/${artifactId}`);
      measured[at]?.push({ frameMs: quantile(frames, 0.95), lost });
      await page.context().close();
    }
  }
  return {
    title: `Following output of ${megabytesPerSecond} MB/s`,
    method: `a command prints lines of 100 bytes for ${seconds} s, the panel follows; p95 of the frames; lines that the page does not show as the last one at the end; ${rounds} rounds in turn, median (min to max)`,
    goal: `p95 frame at most ${goalFrameMs} ms, nothing lost`,
    columns: ['server', 'p95 frame, ms', 'lines lost'],
    rows: vitrines.map(({ name }, at) => {
      const figures = measured[at] ?? [];
      const frames = figures.map(({ frameMs }) => frameMs);
      const lost = figures.map((figure) => figure.lost);
      return {
        cells: [name, formatSpread(spreadOf(frames), 1), formatSpread(spreadOf(lost), 0)],
        isMet: median(frames) <= goalFrameMs && lost.every((count) => count === 0),
      };
    }),
  };
}

/** How many stored lines come after the last line that the panel shows once everything is there. */
async function missingLines(page: Page, artifactUrl: string): Promise<number> {
  const deadlineMs = performance.now() + 60_000;
  let total = Number.NaN;
  let shown = 0;
  while (performance.now() < deadlineMs) {
    const { metadata } = (await (await fetch(`${artifactUrl}?format=metadata`)).json()) as {
      metadata: { state: string; lineCount: number };
    };
    total = metadata.lineCount;
    shown = await page.evaluate(() =>
      Math.max(
        0,
        ...[...document.querySelectorAll('.panel .ln')].map((row) => Number(row.getAttribute('data-line'))),
      ),
    );
    if (metadata.state === 'complete' && shown === total) return 0;
    await page.waitForTimeout(200);
  }
  return total - shown;
}
