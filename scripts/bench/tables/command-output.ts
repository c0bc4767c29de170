import { chromium, type Page } from 'playwright-core';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { chromiumFlags, chromiumProgram } from '#scripts/chromium.ts';
import type { Bench } from '../bench.ts';
import { openConversation, postMessage } from '../conversation.ts';
import type { Report } from '../report.ts';
import { startOnBothStores } from '../servers/both-stores.ts';
import { formatSpread, spreadOf } from '../spread.ts';

const goalMs = 100;

/** How long it takes until the first output of a command is visible in an open page. */
export async function measureCommandOutput(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 3;
  const samples = bench.isQuick ? 5 : 10;
  const workspace = await bench.belongings.makeFolder();
  const vitrines = await startOnBothStores(bench, { workspace });
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: [...chromiumFlags] });
  bench.belongings.add(() => browser.close());
  const measured = vitrines.map(() => [] as number[][]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, vitrine] of vitrines.entries()) {
      const id = await openConversation(vitrine);
      const page = await browser.newPage();
      await page.goto(`${vitrine.url}/c/${id}`, { waitUntil: 'networkidle' });
      await sample(page, () => postMessage(vitrine, id, command), 0);
      const latenciesMs: number[] = [];
      for (let index = 1; index <= samples; index += 1) {
        latenciesMs.push(await sample(page, () => postMessage(vitrine, id, command), index));
      }
      measured[at]?.push(latenciesMs);
      await page.close();
    }
  }
  const figures = (at: number, part: number) =>
    (measured[at] ?? []).map((latencies) => quantile(latencies, part));
  return {
    title: 'First output of a command: from the moment it is printed to the page',
    method: `a command prints the time and goes on for a while; the page's own clock says when that text is in it; Chromium, the same machine; ${rounds} rounds of ${samples} samples; ms, median (min to max) of the rounds`,
    goal: `at most ${goalMs} ms (p50)`,
    columns: ['server', 'p50 ms', 'p95 ms'],
    rows: vitrines.map(({ name }, at) => {
      const p50 = spreadOf(figures(at, 0.5));
      return {
        cells: [name, formatSpread(p50, 0), formatSpread(spreadOf(figures(at, 0.95)), 0)],
        isMet: p50.median <= goalMs,
      };
    }),
  };
}

/** The printed text occurs only in the output, not in the command itself. */
const command = 'run date +printed-%s%3N-; sleep 0.5';

/** @param seen how many such times the page already shows */
async function sample(page: Page, send: () => Promise<void>, seen: number): Promise<number> {
  const shown = page.evaluate((known) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const look = () => {
      const times = [...document.body.innerText.matchAll(/printed-(\d{13})-/g)].map((match) =>
        Number(match[1]),
      );
      const distinct = [...new Set(times)];
      const latest = Math.max(...distinct);
      if (distinct.length > known) resolve(Date.now() - latest);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return promise.finally(() => observer.disconnect());
  }, seen);
  await send();
  const elapsedMs = await shown;
  await page.waitForTimeout(1_200);
  return elapsedMs;
}
