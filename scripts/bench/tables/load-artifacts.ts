import type { Bench } from '../bench.ts';
import { goalDelayMs, openLoadStage, shownFile, watchedAt } from '../load/load-stage.ts';
import { readRedisFigures } from '../load/redis-figures.ts';
import type { Report, ReportRow } from '../report.ts';

const goalRate = 20;
const atWork = 100;

/** How many results one server takes, splits and stores each second, before people see them too late. */
export async function measureLoadArtifacts(bench: Bench): Promise<Report> {
  const rates = bench.isQuick ? [goalRate] : [10, goalRate, 40, 80, 120, 160, 240];
  const durationMs = bench.isQuick ? 3_000 : 10_000;
  const stage = await openLoadStage(bench, 1);
  const [server] = stage.servers;
  if (!server) throw new Error('a server is needed');
  const rows: ReportRow[] = [];
  let hasFailed = false;
  for (const rate of rates) {
    if (hasFailed) break;
    const thinkMs = Math.round((atWork * 1_000) / rate);
    const ids = await stage.startRuns(atWork, { talkMs: 0, calls: 18, thinkMs, file: shownFile });
    const opened = await stage.openViewers(atWork, ids, [watchedAt(server)]);
    const stored = await readRedisFigures(stage.redisUrl);
    const measured = await stage.measure(durationMs, 'results', [server]);
    const storedThen = await readRedisFigures(stage.redisUrl);
    const { refused } = await stage.stopRuns();
    const cut = opened.cut + measured.cut + (await stage.closeViewers()).cut;
    const { count, p50Ms, p95Ms, p99Ms } = measured.delays;
    const [cpu = Number.NaN] = measured.cpuSeconds;
    hasFailed = !(p95Ms <= goalDelayMs) || cut + refused > 0;
    rows.push({
      cells: [
        String(rate),
        (count / measured.seconds).toFixed(1),
        ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(0)),
        `${Math.round((cpu / measured.seconds) * 100)}%`,
        ((cpu * 1_000) / count).toFixed(1),
        ((storedThen.usedBytes - stored.usedBytes) / 1024 / count).toFixed(1),
        String(cut),
        String(refused),
      ],
      isMet: rate === goalRate ? !hasFailed : null,
    });
  }
  return {
    title: `Results made in ${atWork} conversations at work on one server, each with one viewer`,
    method: `each a file of 20 KB that the model asks to show; delay from the model’s call to a viewer’s having the card of its result, over ${durationMs / 1000} s; until its p95 passes ${goalDelayMs} ms; CPU and Redis: all that a call costs, with its model request, its events and its entries of the ledger`,
    goal: `${goalRate} a second, p95 at most ${goalDelayMs} ms, nobody cut or refused`,
    columns: [
      'asked a second',
      'made a second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'CPU of it',
      'ms CPU a result',
      'KB in Redis a result',
      'cut',
      'refused',
    ],
    rows,
  };
}
