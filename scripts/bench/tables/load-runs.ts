import type { Bench } from '../bench.ts';
import { goalDelayMs, openLoadStage, usualAnswer, watchedAt } from '../load/load-stage.ts';
import { readRedisFigures } from '../load/redis-figures.ts';
import type { Report, ReportRow } from '../report.ts';

const goalRunning = 100;

/** How many conversations one server works on at once, each with one viewer, before words come too late. */
export async function measureLoadRuns(bench: Bench): Promise<Report> {
  const steps = bench.isQuick ? [goalRunning] : [50, goalRunning, 200, 300, 400, 600];
  const durationMs = bench.isQuick ? 3_000 : 10_000;
  const stage = await openLoadStage(bench, 1);
  const [server] = stage.servers;
  if (!server) throw new Error('a server is needed');
  const rows: ReportRow[] = [];
  let hasFailed = false;
  for (const count of steps) {
    if (hasFailed) break;
    const memory = await stage.readMemory(server);
    const stored = await readRedisFigures(stage.redisUrl);
    const ids = await stage.startRuns(count, usualAnswer);
    const opened = await stage.openViewers(count, ids, [watchedAt(server)]);
    const measured = await stage.measure(durationMs, 'words', [server]);
    const memoryThen = await stage.readMemory(server);
    const { answers, refused } = await stage.stopRuns();
    const storedThen = await readRedisFigures(stage.redisUrl);
    const cut = opened.cut + measured.cut + (await stage.closeViewers()).cut;
    const { p50Ms, p95Ms, p99Ms } = measured.delays;
    const [cpu = Number.NaN] = measured.cpuSeconds;
    hasFailed = !(p95Ms <= goalDelayMs) || cut + refused > 0;
    rows.push({
      cells: [
        String(count),
        ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(0)),
        `${Math.round((cpu / measured.seconds) * 100)}%`,
        ((cpu * 1_000) / measured.seconds / count).toFixed(1),
        ((memoryThen.rssBytes - memory.rssBytes) / 1024 / count).toFixed(0),
        ((storedThen.usedBytes - stored.usedBytes) / 1024 / count).toFixed(0),
        String(answers),
        String(cut),
        String(refused),
      ],
      isMet: count === goalRunning ? !hasFailed : null,
    });
  }
  return {
    title: 'Conversations at work on one server, each with one viewer',
    method: `each answer: a call, then ${usualAnswer.talkMs / 1000} s of words, 20 a second; delay from the model’s sending a word to a viewer’s having it, over ${durationMs / 1000} s; until its p95 passes ${goalDelayMs} ms; memory after garbage collection, over that before the step; Redis: what a conversation of a few answers takes, with their results`,
    goal: `${goalRunning} at work, p95 at most ${goalDelayMs} ms, nobody cut or refused`,
    columns: [
      'at work',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'CPU of it',
      'ms CPU a second, each',
      'KB each',
      'KB in Redis, each',
      'answers so far',
      'cut',
      'refused',
    ],
    rows,
  };
}
