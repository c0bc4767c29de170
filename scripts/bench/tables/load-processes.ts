import type { Bench } from '../bench.ts';
import { goalDelayMs, type LoadStage, openLoadStage, usualAnswer, watchedAt } from '../load/load-stage.ts';
import type { Report, ReportRow } from '../report.ts';

const running = 100;
const viewers = 1_000;
/** What work may cost in all, spread over three processes, beside one. */
const goalTimes = 1.5;

interface Spread {
  processes: number;
  p95Ms: number;
  cpuAnEvent: number;
  cut: number;
  refused: number;
  row: ReportRow;
}

/** The same work on one process, on two and on three: what it costs to spread it. */
export async function measureLoadProcesses(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 3;
  const durationMs = bench.isQuick ? 3_000 : 8_000;
  const stage = await openLoadStage(bench, 3);
  const measured: Spread[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const processes of [1, 2, 3]) measured.push(await measureSpread(stage, processes, durationMs));
  }
  const of = (processes: number) => measured.filter((each) => each.processes === processes);
  const least = (processes: number) => Math.min(...of(processes).map(({ cpuAnEvent }) => cpuAnEvent));
  return {
    title: `${running} conversations at work and ${viewers.toLocaleString('en')} viewers, on one to three processes over one Redis`,
    method: `runs and viewers spread evenly, so that most viewers are not where their run is; ${rounds} rounds in turn, ${durationMs / 1000} s each; CPU of all processes together. More processes than cores: this shows what spreading costs, not what more cores give`,
    goal: `three processes need at most ${goalTimes} times the CPU of one for an event, p95 at most ${goalDelayMs} ms, nobody cut or refused`,
    columns: [
      'processes',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'CPU of all',
      'busiest',
      'µs CPU an event',
      'cut',
      'refused',
    ],
    rows: measured.map((each) => ({
      ...each.row,
      isMet:
        each.processes === 3
          ? each.p95Ms <= goalDelayMs && each.cut + each.refused === 0 && least(3) / least(1) <= goalTimes
          : null,
    })),
  };
}

async function measureSpread(stage: LoadStage, processes: number, durationMs: number): Promise<Spread> {
  const servers = stage.servers.slice(0, processes);
  const ids = await stage.startRuns(running, usualAnswer, servers);
  // One off: viewers of a conversation are on another process than its run.
  const watched = [...servers.slice(1), ...servers.slice(0, 1)].map(watchedAt);
  const opened = await stage.openViewers(viewers, ids, watched);
  const measured = await stage.measure(durationMs, 'words', servers);
  const cut = opened.cut + measured.cut + (await stage.closeViewers()).cut;
  const { refused } = await stage.stopRuns();
  const { p50Ms, p95Ms, p99Ms } = measured.delays;
  const all = measured.cpuSeconds.reduce((sum, each) => sum + each, 0);
  const cpuAnEvent = (all * 1e6) / measured.events;
  const share = (cpu: number) => `${Math.round((cpu / measured.seconds) * 100)}%`;
  const cells = [
    String(processes),
    ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(0)),
    share(all),
    share(Math.max(...measured.cpuSeconds)),
    cpuAnEvent.toFixed(1),
    String(cut),
    String(refused),
  ];
  return { processes, p95Ms, cpuAnEvent, cut, refused, row: { cells, isMet: null } };
}
