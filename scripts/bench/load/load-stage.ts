import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import type { MemoryAnswer, ProbeQuestion } from '../programs/memory-probe.ts';
import type { DrivenWork, DriverAnswer, DriverQuestion } from '../programs/run-driver.ts';
import type { FleetAnswer, FleetQuestion } from '../programs/viewer-fleet.ts';
import { startRedis } from '../servers/redis.ts';
import { startVitrine, type VitrineServer } from '../servers/vitrine.ts';
import { type StartedProcess, startProcess } from '../start-process.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { joinLoadTeam, type LoadTeam } from './load-team.ts';
import type { Stamped } from './stamp.ts';

const probe = new URL('../programs/memory-probe.ts', import.meta.url);
const members = 200;

/** A team at work: servers over one Redis, a model, and many viewers, each of these in a process of its own. */
export interface LoadStage {
  redisUrl: string;
  servers: readonly VitrineServer[];
  team: LoadTeam;
  /** Creates conversations, and keeps them at work; each is begun on the next of the servers. */
  startRuns(count: number, work: DrivenWork, servers?: readonly VitrineServer[]): Promise<string[]>;
  /** @returns what was done so far, and what was refused since the last time */
  stopRuns(): Promise<DriverAnswer>;
  /** Opens so many viewers, spread evenly over conversations and ports. */
  openViewers(
    count: number,
    conversationIds: readonly string[],
    ports: readonly Watched[],
  ): Promise<FleetAnswer>;
  closeViewers(count?: number): Promise<FleetAnswer>;
  /** Measures for a while, with the CPU time that each of these processes takes meanwhile. */
  measure(durationMs: number, stamped: Stamped, processes: readonly { pid: number }[]): Promise<Measured>;
  /** Resident and used memory of a server after garbage collection. */
  readMemory(server: StartedProcess): Promise<MemoryAnswer>;
}

/** Where viewers connect. */
export interface Watched {
  port: number;
  pathOf(conversationId: string): string;
}

export interface Measured extends FleetAnswer {
  seconds: number;
  /** Of each process. */
  cpuSeconds: number[];
}

/** As a browser follows what it has open. */
export const watchedAt = (server: VitrineServer): Watched => ({
  port: Number(new URL(server.url).port),
  pathOf: (id) => `/api/events?conversation=${id}`,
});

export const shownFile = 'notes.txt';

/** An answer as usual ones are: a call, then words for a while. */
export const usualAnswer: DrivenWork = { talkMs: 15_000, calls: 1, thinkMs: 100, file: shownFile };
/** Later than this words, and results, come too late (p95). */
export const goalDelayMs = 250;

export async function openLoadStage(
  bench: Bench,
  serverCount: number,
  more: Record<string, string> = {},
): Promise<LoadStage> {
  const workspace = await bench.belongings.makeFolder();
  writeFileSync(join(workspace, shownFile), 'a line of some notes\n'.repeat(1_000));
  const redisUrl = await startRedis(bench);
  const driver = await startOwn(bench, 'run-driver', /listening on (\d+)\./);
  const fleet = await startOwn(bench, 'viewer-fleet', /ready\./);
  const servers: VitrineServer[] = [];
  for (let at = 0; at < serverCount; at += 1) {
    servers.push(
      await startVitrine(bench, {
        workspace,
        // Where a team is, the image gives V8 room for short-lived objects.
        nodeOptions: ['--max-semi-space-size=16', '--expose-gc', '--import', probe.href],
        environment: {
          REDIS_URL: redisUrl,
          OPENAI_BASE_URL: `http://127.0.0.1:${driver.ready[1]}/v1`,
          VITRINE_MODEL: 'scripted',
          VITRINE_SIGN_IN: 'invites',
          VITRINE_BASE_URL: 'http://127.0.0.1:9',
          VITRINE_TRUSTED_PROXIES: '127.0.0.1',
          ...more,
        },
      }),
    );
  }
  const [first] = servers;
  if (!first) throw new Error('a stage has servers');
  const team = await joinLoadTeam(first, members);
  const askFleet = async (question: FleetQuestion) => (await fleet.ask(question)) as FleetAnswer;
  const askDriver = async (question: DriverQuestion) => (await driver.ask(question)) as DriverAnswer;
  let opened = 0;
  let refusedBefore = 0;
  return {
    ...{ redisUrl, servers, team },
    async startRuns(count, work, on = servers) {
      const conversations = [];
      for (let at = 0; at < count; at += 1) {
        const server = on[at % on.length] ?? first;
        const id = await team.openConversation(server, at);
        conversations.push({ id, url: server.url, cookie: team.cookies[at % members] ?? '' });
      }
      await askDriver({ kind: 'start', conversations, work });
      return conversations.map(({ id }) => id);
    },
    async stopRuns() {
      const answer = await askDriver({ kind: 'stop' });
      const refused = answer.refused - refusedBefore;
      refusedBefore = answer.refused;
      return { ...answer, refused };
    },
    async openViewers(count, conversationIds, watched) {
      const viewers = Array.from({ length: count }, () => {
        const at = opened;
        opened += 1;
        const { port, pathOf } = watched[at % watched.length] ?? watchedAt(first);
        // So that a conversation is watched at each port, wherever its run is.
        const id = conversationIds[Math.floor(at / watched.length) % conversationIds.length] ?? '';
        return { port, path: pathOf(id), cookie: team.cookies[at % members] ?? '' };
      });
      return await askFleet({ kind: 'open', viewers });
    },
    closeViewers: (count) => askFleet({ kind: 'close', ...(count === undefined ? {} : { count }) }),
    async measure(durationMs, stamped, processes) {
      const startMs = performance.now();
      const before = processes.map(({ pid }) => cpuSeconds(pid));
      const measuring = askFleet({ kind: 'measure', durationMs, stamped });
      await sleep(durationMs);
      const seconds = (performance.now() - startMs) / 1000;
      const used = processes.map(({ pid }, at) => cpuSeconds(pid) - (before[at] ?? 0));
      return { ...(await measuring), seconds, cpuSeconds: used };
    },
    async readMemory(server) {
      const question: ProbeQuestion = { kind: 'memory', touchesYoungGeneration: false };
      return (await server.ask(question)) as MemoryAnswer;
    },
  };
}

const startOwn = (
  { belongings }: Bench,
  name: 'run-driver' | 'viewer-fleet',
  ready: RegExp,
): Promise<StartedProcess> =>
  startProcess(belongings, {
    program: process.execPath,
    parameters: [join(import.meta.dirname, '..', 'programs', `${name}.ts`)],
    ready,
  });
