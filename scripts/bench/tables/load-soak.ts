import { readdirSync } from 'node:fs';
import type { Bench } from '../bench.ts';
import { type LoadStage, openLoadStage, shownFile, watchedAt } from '../load/load-stage.ts';
import { readRedisFigures } from '../load/redis-figures.ts';
import { slopeOf } from '../load/slope-of.ts';
import type { Report, ReportRow } from '../report.ts';
import type { VitrineServer } from '../servers/vitrine.ts';

const running = 20;
const viewers = 300;
/** What a figure may grow by, over the whole of the second half. */
const goalGrowth = 0.05;
const talk = { talkMs: 4_000, calls: 3, thinkMs: 200, file: shownFile };

/** Figures of a server and its Redis, read each minute. */
interface Reading {
  heap: number;
  resident: number;
  files: number;
  keys: number;
  redis: number;
}

/** Half an hour of work in which all comes and goes: what stays behind is a leak. */
export async function measureLoadSoak(bench: Bench): Promise<Report> {
  const minutes = bench.isQuick ? 4 : 30;
  // Results end within the time, so that what remains of them would be seen.
  const stage = await openLoadStage(bench, 1, { VITRINE_ARTIFACT_TTL_SECONDS: '60' });
  const [server] = stage.servers;
  if (!server) throw new Error('a server is needed');
  const readings: Reading[] = [];
  let answers = 0;
  let cut = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const lived = await liveAMinute(stage, server);
    answers = lived.answers;
    cut += lived.cut;
    readings.push(await read(stage, server));
  }
  // What a server stores to be fast, such as compiled code, it has by then.
  const later = readings.slice(Math.floor(readings.length / 2));
  const rowOf = (name: string, figure: keyof Reading, unit: string, isBounded: boolean): ReportRow => {
    const values = later.map((reading) => reading[figure]);
    const [first = Number.NaN] = values;
    const growth = (slopeOf(values) * (values.length - 1)) / first;
    const all = readings.map((reading) => reading[figure]);
    const verdict = growth <= goalGrowth ? 'no leak' : 'LEAK';
    return {
      cells: [
        name,
        ...[all[0], first, all.at(-1)].map((value) => `${(value ?? Number.NaN).toFixed(1)}${unit}`),
        `${(growth * 100).toFixed(1)}%`,
        isBounded ? verdict : '',
      ],
      isMet: isBounded ? growth <= goalGrowth : null,
    };
  };
  return {
    title: `Soak: ${minutes} minutes of work in which everything comes and goes`,
    method: `${running} conversations at work, deleted after a minute and replaced; ${viewers} viewers who leave and come, the oldest tenth every few seconds; results end after a minute; ${answers} answers, ${cut} viewers cut; read each minute, with nobody there, after garbage collection; growth: over the second half, as most pairs of its readings agree. The ledger keeps a few entries of each answer for good, so Redis grows`,
    goal: `over the second half, memory, open files and keys grow by at most ${goalGrowth * 100}%; nobody cut`,
    columns: ['figure', 'first minute', 'half-way', 'last', 'growth', 'verdict'],
    rows: [
      rowOf('heap and buffers', 'heap', ' MB', true),
      rowOf('resident memory', 'resident', ' MB', true),
      rowOf('open files', 'files', '', true),
      rowOf('keys in Redis', 'keys', '', true),
      rowOf('memory of Redis', 'redis', ' MB', false),
      { cells: ['viewers cut', '', '', String(cut), '', cut === 0 ? 'none' : 'CUT'], isMet: cut === 0 },
    ],
  };
}

async function liveAMinute(
  stage: LoadStage,
  server: VitrineServer,
): Promise<{ answers: number; cut: number }> {
  const ids = await stage.startRuns(running, talk);
  const watched = [watchedAt(server)];
  let cut = (await stage.openViewers(viewers, ids, watched)).cut;
  for (let at = 0; at < 10; at += 1) {
    cut += (await stage.measure(5_000, 'words', [])).cut;
    await stage.closeViewers(viewers / 10);
    cut += (await stage.openViewers(viewers / 10, ids, watched)).cut;
  }
  const { answers } = await stage.stopRuns();
  cut += (await stage.closeViewers()).cut;
  for (const [at, id] of ids.entries()) await stage.team.deleteConversation(server, at, id);
  return { answers, cut };
}

async function read(stage: LoadStage, server: VitrineServer): Promise<Reading> {
  const { heapBytes, rssBytes } = await stage.readMemory(server);
  const { usedBytes, keys } = await readRedisFigures(stage.redisUrl);
  return {
    heap: heapBytes / 1e6,
    resident: rssBytes / 1e6,
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    keys,
    redis: usedBytes / 1e6,
  };
}
