import type { Bench } from '../bench.ts';
import { type LoadStage, openLoadStage, shownFile, type Watched, watchedAt } from '../load/load-stage.ts';
import type { Report, ReportRow } from '../report.ts';
import { startProgram } from '../servers/program.ts';
import type { VitrineServer } from '../servers/vitrine.ts';

const goalMs = 250;
const goalViewers = 2_000;
const goalKilobytes = 60;
const running = 100;
const talk = { talkMs: 15_000, calls: 1, thinkMs: 100, file: shownFile };

/** What viewers connect to. */
interface Way {
  name: string;
  watched: Watched;
  /** `null`: its memory is not ours. */
  server: VitrineServer | null;
  pid: number;
  hasFailed: boolean;
}

/**
 * How many viewers follow a hundred conversations at work, before they receive words too late; beside the least that
 * a server can do for them.
 */
export async function measureLoadViewers(bench: Bench): Promise<Report> {
  const steps = bench.isQuick ? [200, goalViewers] : [250, 500, 1_000, goalViewers, 3_000, 4_000];
  const durationMs = bench.isQuick ? 3_000 : 10_000;
  const stage = await openLoadStage(bench, 2);
  const ways = await waysOf(bench, stage);
  const conversationIds = await stage.startRuns(running, talk, stage.servers.slice(0, 1));
  const rows: ReportRow[] = [];
  for (const count of steps) {
    for (const way of ways.filter(({ hasFailed }) => !hasFailed)) {
      rows.push(await measureStep(stage, way, conversationIds, count, durationMs));
    }
  }
  const { refused } = await stage.stopRuns();
  return {
    title: `Viewers of ${running} conversations at work, over one Redis`,
    method: `each answer: a call, then ${talk.talkMs / 1000} s of words, 20 a second; delay from the model’s sending a word to a viewer’s having it, over ${durationMs / 1000} s; the ways in turn at each step, each until its p95 passes ${goalMs} ms; memory after garbage collection, over that with no viewer; everything, the ${members(stage)} members’ viewers and the model too, shares this machine; ${refused} messages were refused`,
    goal: `${goalViewers.toLocaleString('en')} viewers, p95 at most ${goalMs} ms, nobody cut, at most ${goalKilobytes} KB a viewer`,
    columns: [
      'viewers',
      'connected to',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'events/s',
      'CPU of it',
      'µs CPU an event',
      'KB a viewer',
      'cut',
    ],
    rows,
  };
}

const members = ({ team }: LoadStage) => team.cookies.length;

async function waysOf(bench: Bench, stage: LoadStage): Promise<Way[]> {
  const [working, idle] = stage.servers;
  if (!working || !idle) throw new Error('two servers are needed');
  const plain = await startProgram(bench, 'plain-stream-server', stage.redisUrl);
  return [
    {
      name: 'the server that runs them',
      watched: watchedAt(working),
      ...{ server: working, pid: working.pid, hasFailed: false },
    },
    {
      name: 'a second server',
      watched: watchedAt(idle),
      ...{ server: idle, pid: idle.pid, hasFailed: false },
    },
    {
      name: 'a plain Node server on the same stream',
      watched: { port: Number(new URL(plain.url).port), pathOf: (id) => `/${id}` },
      ...{ server: null, pid: plain.pid, hasFailed: false },
    },
  ];
}

async function measureStep(
  stage: LoadStage,
  way: Way,
  conversationIds: readonly string[],
  count: number,
  durationMs: number,
): Promise<ReportRow> {
  const before = way.server && (await stage.readMemory(way.server));
  const opened = await stage.openViewers(count, conversationIds, [way.watched]);
  const measured = await stage.measure(durationMs, 'words', [way]);
  const after = way.server && (await stage.readMemory(way.server));
  const cut = opened.cut + measured.cut + (await stage.closeViewers()).cut;
  const { p50Ms, p95Ms, p99Ms } = measured.delays;
  const [cpu = Number.NaN] = measured.cpuSeconds;
  const kilobytes = before && after && (after.rssBytes - before.rssBytes) / 1024 / count;
  way.hasFailed = !(p95Ms <= goalMs) || cut > 0;
  const isGoal = way.server !== null && count === goalViewers;
  return {
    cells: [
      count.toLocaleString('en'),
      way.name,
      ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(0)),
      Math.round(measured.events / measured.seconds).toLocaleString('en'),
      `${Math.round((cpu / measured.seconds) * 100)}%`,
      ((cpu * 1e6) / measured.events).toFixed(1),
      kilobytes === null ? '' : kilobytes.toFixed(1),
      String(cut),
    ],
    isMet: isGoal ? !way.hasFailed && (kilobytes ?? 0) <= goalKilobytes : null,
  };
}
