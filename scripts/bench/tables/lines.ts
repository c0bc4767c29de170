import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { Bench } from '../bench.ts';
import { showFile } from '../conversation.ts';
import type { Report, ReportRow } from '../report.ts';
import { sampleLines } from '../sample-text.ts';
import { type StoredVitrine, startOnBothStores } from '../servers/both-stores.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';
import { timedGet } from '../timed-get.ts';

const windowLines = 200;
const goalRatio = 1.5;

const small = { fileName: 'small.log', lineCount: 2_000 };
const large = { fileName: 'large.log', lineCount: 1_000_000 };

/** An artifact whose line windows are read. `latenciesMs`: per round. */
interface Subject {
  vitrine: StoredVitrine;
  lineCount: number;
  artifactId: string;
  latenciesMs: number[][];
}

/** The cost of a window of lines, and whether it depends on the artifact's size. */
export async function measureLines(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 2 : 7;
  const requests = bench.isQuick ? 30 : 100;
  const workspace = await bench.belongings.makeFolder();
  for (const { fileName, lineCount } of [small, large]) {
    await writeFile(join(workspace, fileName), sampleLines(lineCount));
  }
  const pairs: [Subject, Subject][] = [];
  for (const vitrine of await startOnBothStores(bench, { workspace })) {
    pairs.push([await prepare(vitrine, small), await prepare(vitrine, large)]);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await measureRound(agent, pairs.flat(), requests, () => {});
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of pairs.flat()) subject.latenciesMs.push([]);
      await measureRound(agent, pairs.flat(), requests, (subject, ms) =>
        subject.latenciesMs.at(-1)?.push(ms),
      );
    }
  } finally {
    agent.destroy();
  }
  return {
    title: `Lines window: \`GET /api/artifacts/:id?lines=a-b\`, ${windowLines} lines`,
    method: `one request at a time, windows all over the artifact, each in turn; ${rounds} rounds of ${requests} requests; median (min to max) of the rounds, ratio within a round`,
    goal: `a window of ${large.lineCount.toLocaleString('en-US')} lines takes at most ${goalRatio} times that of ${small.lineCount.toLocaleString('en-US')} (p50)`,
    columns: ['store', 'artifact', 'p50 ms', 'p99 ms', 'times the small one'],
    rows: pairs.flatMap(([one, other]) => [describe(one, null), describe(other, one)]),
  };
}

async function prepare(vitrine: StoredVitrine, file: typeof small): Promise<Subject> {
  const { artifactId } = await showFile(vitrine, file.fileName);
  return { vitrine, lineCount: file.lineCount, artifactId, latenciesMs: [] };
}

async function measureRound(
  agent: Agent,
  subjects: readonly Subject[],
  requests: number,
  record: (subject: Subject, elapsedMs: number) => void,
): Promise<void> {
  for (let index = 0; index < requests; index += 1) {
    for (const subject of subjects) {
      const from = windowStart(index / requests, subject.lineCount);
      record(subject, await readWindow(agent, subject, from));
    }
  }
}

/** All positions occur, but near ones not in succession. */
const windowStart = (part: number, lineCount: number): number =>
  1 + Math.floor(((part * 37) % 1) * (lineCount - windowLines));

async function readWindow(agent: Agent, { vitrine, artifactId }: Subject, from: number): Promise<number> {
  const url = `${vitrine.url}/api/artifacts/${artifactId}?lines=${from}-${from + windowLines - 1}`;
  const { elapsedMs, body } = await timedGet(url, agent);
  const { lines } = JSON.parse(Buffer.concat(body).toString('utf8')) as LineWindow;
  const isRight = lines.length === windowLines && lines[0]?.startsWith(String(from).padStart(8, '0'));
  if (!isRight) throw new Error(`${url} answered other lines`);
  return elapsedMs;
}

/** @param base the subject it is compared with; `null`: it is the base itself */
function describe(subject: Subject, base: Subject | null): ReportRow {
  const figures = (of: Subject, part: number) => of.latenciesMs.map((round) => quantile(round, part));
  const ratio = base && pairwise(figures(subject, 0.5), figures(base, 0.5), (own, others) => own / others);
  return {
    cells: [
      subject.vitrine.name,
      `${subject.lineCount.toLocaleString('en-US')} lines`,
      formatSpread(spreadOf(figures(subject, 0.5)), 2),
      formatSpread(spreadOf(figures(subject, 0.99)), 2),
      ratio ? formatSpread(ratio, 2) : '',
    ],
    isMet: ratio && ratio.median <= goalRatio,
  };
}
