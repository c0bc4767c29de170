import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { showFile, shownIn } from '../conversation.ts';
import { paintsAfterClick } from '../page-clock.ts';
import type { Report } from '../report.ts';
import { sampleLines } from '../sample-text.ts';
import { openPage, startBrowser } from '../servers/open-page.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { formatSpread, median, pairwise, spreadOf } from '../spread.ts';

const goalRatio = 1.5;
const lineCounts = [1_000, 10_000, 100_000, 1_000_000];

/** Whether an artifact's size affects how soon its first lines are visible. */
export async function measurePanelGrowth(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 2 : 7;
  const workspace = await bench.belongings.makeFolder();
  const vitrine = await startVitrine(bench, { workspace });
  const subjects = [];
  for (const lineCount of lineCounts) {
    const fileName = `${lineCount}.txt`;
    await writeFile(join(workspace, fileName), sampleLines(lineCount));
    subjects.push({ lineCount, shown: await showFile(vitrine, fileName), paintsMs: [] as number[] });
  }
  const browser = await startBrowser(bench);
  // The first round warms up the compiler; it is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { shown, paintsMs } of subjects) {
      const { page } = await openPage(browser, shownIn(vitrine, shown));
      const trigger = `[data-card="${shown.artifactId}"] [data-card-action="open"]`;
      await page.waitForSelector(trigger);
      const [paintMs = Number.NaN] = await paintsAfterClick(page, trigger, ['.panel .ln .src']);
      if (round > 0) paintsMs.push(paintMs);
      await page.context().close();
    }
  }
  const [smallest] = subjects;
  return {
    title: 'First paint by size',
    method: `from the click to the frame that shows the first line, a new tab each time; ${rounds} rounds in turn; median (min to max), ratio within a round`,
    goal: `at most ${goalRatio} times that of ${lineCounts[0]?.toLocaleString('en-US')} lines`,
    columns: ['lines', 'first paint, ms', 'times the smallest'],
    rows: subjects.map(({ lineCount, paintsMs }) => {
      const ratio = pairwise(paintsMs, smallest?.paintsMs ?? [], (one, other) => one / other);
      return {
        cells: [
          lineCount.toLocaleString('en-US'),
          formatSpread(spreadOf(paintsMs), 0),
          formatSpread(ratio, 2),
        ],
        isMet:
          lineCount === lineCounts[0]
            ? null
            : median(paintsMs) <= goalRatio * median(smallest?.paintsMs ?? []),
      };
    }),
  };
}
