import type { Bench } from '../bench.ts';
import {
  goalDelayMs,
  type LoadStage,
  openLoadStage,
  usualAnswer,
  type Watched,
  watchedAt,
} from '../load/load-stage.ts';
import type { Report, ReportRow } from '../report.ts';
import { startProgram } from '../servers/program.ts';
import type { VitrineServer } from '../servers/vitrine.ts';

const goalViewers = 2_000;
const goalKilobytes = 60;
const running = 100;

/** What viewers connect to. */
interface Way {
  name: string;
  watched: readonly Watched[];
  /** Servers that run the conversations. */
  workers: readonly VitrineServer[];
  /** Servers of ours that viewers connect to. */
  servers: readonly VitrineServer[];
  /** Processes that viewers connect to. */
  processes: readonly { pid: number }[];
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
  const rows: ReportRow[] = [];
  for (const count of steps) {
    for (const way of ways.filter(({ hasFailed }) => !hasFailed)) {
      rows.push(await measureStep(stage, way, count, durationMs));
    }
  }
  return {
    title: `Viewers of ${running} conversations at work, over one Redis`,
    method: `each answer: a call, then ${usualAnswer.talkMs / 1000} s of words, 20 a second; delay from the model’s sending a word to a viewer’s having it, over ${durationMs / 1000} s; the ways in turn at each step, each until its p95 passes ${goalDelayMs} ms; memory after garbage collection, over that with no viewer; ${stage.team.cookies.length} members; the model and all viewers share this machine`,
    goal: `on two cores, so with a server for each: ${goalViewers.toLocaleString('en')} viewers, p95 at most ${goalDelayMs} ms, nobody cut or refused, at most ${goalKilobytes} KB a viewer`,
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
      'refused',
    ],
    rows,
  };
}

const twoServers = 'two servers, each with half of the work';

async function waysOf(bench: Bench, stage: LoadStage): Promise<Way[]> {
  const [working, idle] = stage.servers;
  if (!working || !idle) throw new Error('two servers are needed');
  const plain = await startProgram(bench, 'plain-stream-server', stage.redisUrl);
  const ownWay = (
    name: string,
    servers: readonly VitrineServer[],
    workers: readonly VitrineServer[],
  ): Way => ({
    ...{ name, servers, workers, processes: servers, hasFailed: false },
    watched: servers.map(watchedAt),
  });
  return [
    ownWay(twoServers, [working, idle], [working, idle]),
    ownWay('the one server that does the work', [working], [working]),
    ownWay('a server beside the one that does the work', [idle], [working]),
    {
      ...ownWay('a plain Node server beside that one', [], [working]),
      processes: [plain],
      watched: [{ port: Number(new URL(plain.url).port), pathOf: (id) => `/${id}` }],
    },
  ];
}

async function measureStep(
  stage: LoadStage,
  way: Way,
  count: number,
  durationMs: number,
): Promise<ReportRow> {
  const residentBytes = async () => {
    const read = await Promise.all(way.servers.map(stage.readMemory));
    return read.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
  };
  const conversationIds = await stage.startRuns(running, usualAnswer, way.workers);
  const before = await residentBytes();
  const opened = await stage.openViewers(count, conversationIds, way.watched);
  const measured = await stage.measure(durationMs, 'words', way.processes);
  const kilobytes = ((await residentBytes()) - before) / 1024 / count;
  const { refused } = await stage.stopRuns();
  const cut = opened.cut + measured.cut + (await stage.closeViewers()).cut;
  const { p50Ms, p95Ms, p99Ms } = measured.delays;
  const cpu = measured.cpuSeconds.reduce((sum, each) => sum + each, 0);
  way.hasFailed = !(p95Ms <= goalDelayMs) || cut + refused > 0;
  const isGoal = way.name === twoServers && count === goalViewers;
  return {
    cells: [
      count.toLocaleString('en'),
      way.name,
      ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(0)),
      Math.round(measured.events / measured.seconds).toLocaleString('en'),
      `${Math.round((cpu / measured.seconds) * 100)}%`,
      ((cpu * 1e6) / measured.events).toFixed(1),
      way.servers.length === 0 ? '' : kilobytes.toFixed(1),
      String(cut),
      String(refused),
    ],
    isMet: isGoal ? !way.hasFailed && kilobytes <= goalKilobytes : null,
  };
}
