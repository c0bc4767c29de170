import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { askFirst, openConversation, postMessage } from '../conversation.ts';
import type { MemoryAnswer, ProbeQuestion } from '../programs/memory-probe.ts';
import type { GuardedFigure, Report, ReportRow } from '../report.ts';
import { buildPeerApp, startPeerServer } from '../servers/peer-app.ts';
import { startRedis } from '../servers/redis.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';
import type { StartedProcess } from '../start-process.ts';
import { createViewers } from '../viewers.ts';

const goalOverKilobytes = 60;
/** Maximum number of streams of one member. */
const viewersAMember = 20;
const probe = new URL('../programs/memory-probe.ts', import.meta.url);
const probeOptions = ['--expose-gc', '--import', probe.href];

/**
 * V8's young generation grows in steps during a burst, whoever it serves, and is kept: tens of megabytes of
 * RSS that no viewer causes. Measured once with V8's defaults, which the goal is about, and once with a young
 * generation of fixed size (MB) that is in use before the first reading, which shows how much of it the
 * viewers cause.
 */
interface Setting {
  name: string;
  nodeOptions: string[];
  isYoungGenerationFixed: boolean;
}
const asItIs: Setting = { name: 'as it is', nodeOptions: probeOptions, isYoungGenerationFixed: false };
const fixed: Setting = {
  name: 'fixed',
  nodeOptions: [...probeOptions, '--min-semi-space-size=16', '--max-semi-space-size=16'],
  isYoungGenerationFixed: true,
};

/** Kilobytes (1,024 bytes) per viewer. */
interface Growth {
  rss: number;
  heap: number;
}

/** The memory that a viewer of a live conversation costs, compared to an event stream that does nothing. */
export async function measureViewers(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 3;
  const count = bench.isQuick ? 100 : 400;
  const serverFile = await buildPeerApp(bench);
  const redisUrl = await startRedis(bench);
  const rows: ReportRow[] = [];
  for (const setting of [asItIs, fixed]) {
    const minimal: Growth[] = [];
    const sqlite: Growth[] = [];
    const redis: Growth[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { growth, heard } = await measureVitrine(bench, setting, count, {});
      sqlite.push(growth);
      redis.push((await measureVitrine(bench, setting, count, { REDIS_URL: redisUrl })).growth);
      minimal.push(await measureMinimal(bench, setting, serverFile, count, heard));
    }
    rows.push(
      { cells: [setting.name, 'minimal Next handler', ...growthCells(minimal), '', ''], isMet: null },
      describe(setting, 'SQLite', sqlite, minimal),
      describe(setting, 'Redis', redis, minimal),
    );
  }
  return {
    title: 'Memory a live viewer: open event streams of one conversation',
    method: `growth from none to ${count} viewers (${viewersAMember} a member) who have heard one run live, garbage collected before each reading; ${rounds} rounds, each server new in each; KB, median (min to max). Where RSS grows less than the heap, viewers took memory that was free before: the heap is then the figure to go by`,
    goal: `at most ${goalOverKilobytes} KB a viewer more than a minimal Next event-stream handler that sends the same bytes (RSS, V8 as it is)`,
    columns: [
      'young generation',
      'server',
      'RSS',
      'heap and buffers',
      'RSS over minimal',
      'heap over minimal',
    ],
    rows,
  };
}

const figures = (growths: readonly Growth[], figure: keyof Growth) => growths.map((growth) => growth[figure]);

const growthCells = (growths: readonly Growth[]): string[] => [
  formatSpread(spreadOf(figures(growths, 'rss')), 1),
  formatSpread(spreadOf(figures(growths, 'heap')), 1),
];

function describe(
  setting: Setting,
  store: 'SQLite' | 'Redis',
  vitrine: readonly Growth[],
  minimal: readonly Growth[],
): ReportRow {
  const over = (figure: keyof Growth) =>
    pairwise(figures(vitrine, figure), figures(minimal, figure), (own, least) => own - least);
  const heapOfMinimal = pairwise(
    figures(vitrine, 'heap'),
    figures(minimal, 'heap'),
    (own, least) => own / least,
  );
  const ofMinimal: GuardedFigure = {
    name: `heap a viewer, ${store}, young generation ${setting.name}, of a minimal Next handler`,
    value: heapOfMinimal.median,
    better: 'lower',
  };
  const cells = [
    setting.name,
    `Vitrine, ${store}`,
    ...growthCells(vitrine),
    formatSpread(over('rss'), 1),
    formatSpread(over('heap'), 1),
  ];
  const isMet = setting === asItIs ? over('rss').median <= goalOverKilobytes : null;
  return { cells, isMet, guarded: [ofMinimal] };
}

const ask = (server: StartedProcess, question: ProbeQuestion) => server.ask(question);

async function readMemory(server: StartedProcess, setting: Setting): Promise<MemoryAnswer> {
  const touchesYoungGeneration = setting.isYoungGenerationFixed;
  return (await ask(server, { kind: 'memory', touchesYoungGeneration })) as MemoryAnswer;
}

/** @returns also everything that a viewer received */
async function measureVitrine(
  bench: Bench,
  setting: Setting,
  count: number,
  environment: Record<string, string>,
): Promise<{ growth: Growth; heard: string }> {
  const workspace = await bench.belongings.makeFolder();
  const server = await startVitrine(bench, {
    workspace,
    nodeOptions: setting.nodeOptions,
    environment,
  });
  const conversationId = await openConversation(server);
  await askFirst(server, conversationId, 'help');
  const measured = await measureGrowth(server, setting, count, {
    url: `${server.url}/api/conversations/${conversationId}/events`,
    beforeOpening: (member) => ask(server, { kind: 'member', id: `member-${member}` }),
    speak: () => postMessage(server, conversationId, 'help'),
    lastWord: 'session.idle',
  });
  await server.stop();
  return measured;
}

async function measureMinimal(
  bench: Bench,
  setting: Setting,
  serverFile: string,
  count: number,
  heard: string,
): Promise<Growth> {
  const server = await startPeerServer(bench, serverFile, { nodeOptions: setting.nodeOptions });
  const url = `${server.url}/stream`;
  const { growth } = await measureGrowth(server, setting, count, {
    url,
    beforeOpening: async () => {},
    speak: () => fetch(url, { method: 'POST', body: heard }),
    lastWord: 'session.idle',
  });
  await server.stop();
  return growth;
}

interface Stream {
  url: string;
  /** Called before each group of 20 viewers. */
  beforeOpening(member: number): Promise<unknown>;
  /** Makes the server send something to all viewers. */
  speak(): Promise<unknown>;
  /** The text that ends it. */
  lastWord: string;
}

async function measureGrowth(
  server: StartedProcess,
  setting: Setting,
  count: number,
  stream: Stream,
): Promise<{ growth: Growth; heard: string }> {
  const listen = async (viewerCount: number) => {
    const viewers = createViewers(stream.url);
    for (let opened = 0; opened < viewerCount; opened += viewersAMember) {
      await stream.beforeOpening(opened / viewersAMember);
      await viewers.open(viewersAMember);
    }
    await stream.speak();
    await viewers.untilAllHeard(stream.lastWord);
    return viewers;
  };
  // Warms up the compiler; these viewers have disconnected when the counting begins.
  (await listen(viewersAMember)).close();
  await sleep(300);
  const before = await readMemory(server, setting);
  const viewers = await listen(count);
  const after = await readMemory(server, setting);
  viewers.close();
  const growthOf = (figure: keyof MemoryAnswer) => (after[figure] - before[figure]) / 1024 / count;
  return { growth: { rss: growthOf('rssBytes'), heap: growthOf('heapBytes') }, heard: viewers.heard() };
}
