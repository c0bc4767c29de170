import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Bench } from '../bench.ts';
import { openConversation, postMessage, showFile } from '../conversation.ts';
import type { Report } from '../report.ts';
import { sampleBytes } from '../sample-text.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';
import { timedGet } from '../timed-get.ts';

const goalRatio = 2;
const betweenRequestsMs = 20;
const fileName = 'read.txt';
const fileBytes = 20_000;
const timeoutMs = 60_000;

/** As many as a server runs at a time. The fork bomb is last: its processes cannot all be paused, so no other command starts in its workspace. */
const hostileCommands = [
  'while :; do head -c 1000000000 /dev/zero | tr "\\0" "x" | fold -w 100; done',
  'trap "" TERM INT HUP; while :; do :; done',
  'trap "" TERM INT HUP; (while :; do :; done) & while :; do :; done',
  'bomb() { bomb & bomb & }; (bomb); while :; do :; done',
];

/** What commands that take all they get leave to the requests of people. */
export async function measureCommandHostile(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const windowMs = bench.isQuick ? 3_000 : 8_000;
  const workspace = await bench.belongings.makeFolder();
  writeFileSync(join(workspace, fileName), sampleBytes(fileBytes));
  const server = await startVitrine(bench, { workspace });
  const { artifactId } = await showFile(server, fileName);
  const url = `${server.url}/api/artifacts/${artifactId}`;
  await timeRequests(url, windowMs);
  const alone: number[][] = [];
  const beside: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await timeRequests(url, windowMs));
    const stop = await startHostile(server, workspace);
    beside.push(await timeRequests(url, windowMs));
    await stop();
  }
  const part = (latencies: readonly number[][], which: number) =>
    latencies.map((round) => quantile(round, which));
  const ratio = pairwise(part(beside, 0.95), part(alone, 0.95), (one, other) => one / other);
  const cells = (latencies: readonly number[][]) => [
    formatSpread(spreadOf(part(latencies, 0.5)), 1),
    formatSpread(spreadOf(part(latencies, 0.95)), 1),
    String(latencies.flat().length),
  ];
  return {
    title: 'Requests beside four commands that take all they get',
    method: `an artifact of ${fileBytes / 1_000} KB, asked for every ${betweenRequestsMs} ms for ${windowMs / 1_000} s; a fork bomb, output without end and two commands that ignore SIGTERM, in a conversation each; ms, median (min to max) of ${rounds} rounds, ratio within a round`,
    goal: `p95 less than ${goalRatio} times as long`,
    columns: ['requests', 'p50 ms', 'p95 ms', 'answered', 'ratio of p95'],
    rows: [
      { cells: ['alone', ...cells(alone), ''], isMet: null },
      { cells: ['beside them', ...cells(beside), formatSpread(ratio, 2)], isMet: ratio.median < goalRatio },
    ],
  };
}

/** @returns a function that stops them, and waits for their ends */
async function startHostile(server: VitrineServer, workspace: string): Promise<() => Promise<void>> {
  const conversations: string[] = [];
  for (const [at, command] of hostileCommands.entries()) {
    const id = await openConversation(server);
    await postMessage(server, id, `run touch started-${at}; ${command}`);
    conversations.push(id);
    await waitFor(`the start of "${command}"`, async () => existsSync(join(workspace, `started-${at}`)));
  }
  const hasFinished = async (id: string) => {
    const log = (await server.call('GET', `/api/conversations/${id}/events`)) as { events: DurableEvent[] };
    return log.events.some(({ type }) => type === 'run.finished');
  };
  // Until they are at their bounds.
  await sleep(1_000);
  return async () => {
    for (const id of conversations)
      await fetch(`${server.url}/api/conversations/${id}/abort`, {
        method: 'POST',
        headers: { Origin: server.url },
      });
    for (const [at, id] of conversations.entries()) {
      await waitFor(`the end of command ${at}`, () => hasFinished(id));
      rmSync(join(workspace, `started-${at}`));
    }
  };
}

async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}

async function timeRequests(url: string, durationMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latenciesMs: number[] = [];
  try {
    for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
      latenciesMs.push((await timedGet(url, agent)).elapsedMs);
      await sleep(betweenRequestsMs);
    }
    return latenciesMs;
  } finally {
    agent.destroy();
  }
}
