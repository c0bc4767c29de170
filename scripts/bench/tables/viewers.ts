import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { askFirst, createConversation, sendMessage } from '../conversation.ts';
import type { MemoryAnswer, ProbeQuestion } from '../programs/memory-probe.ts';
import type { Report, ReportRow } from '../report.ts';
import { buildPeerApp, startPeerServer } from '../servers/peer-app.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';
import type { StartedProcess } from '../start-process.ts';
import { createViewers } from '../viewers.ts';

const goalOverKilobytes = 60;
/** As many streams as one member may have. */
const viewersAMember = 20;
const probe = new URL('../programs/memory-probe.ts', import.meta.url);
/** A young generation of one size (MB), as V8 would make it: it grows in steps otherwise, at no fixed number of viewers. */
const youngGeneration = ['--min-semi-space-size=16', '--max-semi-space-size=16'];
const nodeOptions = ['--expose-gc', ...youngGeneration, '--import', probe.href];

/** Kilobytes (1,024) a viewer. */
interface Growth {
  rss: number;
  heap: number;
}

/** What a viewer of a live conversation costs in memory, beside an event stream that does nothing. */
export async function measureViewers(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 1 : 5;
  const count = bench.isQuick ? 100 : 400;
  const serverFile = await buildPeerApp(bench);
  const vitrine: Growth[] = [];
  const minimal: Growth[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { growth, heard } = await measureVitrine(bench, count);
    vitrine.push(growth);
    minimal.push(await measureMinimal(bench, serverFile, count, heard));
  }
  const over = (figure: keyof Growth) =>
    pairwise(figures(vitrine, figure), figures(minimal, figure), (own, least) => own - least);
  const overCells = [formatSpread(over('rss'), 1), formatSpread(over('heap'), 1)];
  return {
    title: 'Memory a live viewer: open event streams of one conversation',
    method: `growth from none to ${count} viewers (${viewersAMember} a member) who have heard one run live, garbage collected before each reading and V8's young generation of one size in both; ${rounds} rounds, each server new in each; KB, median (min to max)`,
    goal: `at most ${goalOverKilobytes} KB a viewer more than a minimal Next event-stream handler that sends the same bytes (RSS)`,
    columns: ['server', 'RSS a viewer', 'of it heap and buffers', 'RSS over minimal', 'heap over minimal'],
    rows: [
      describe('minimal Next handler', minimal, ['', ''], null),
      describe('Vitrine, SQLite', vitrine, overCells, over('rss').median <= goalOverKilobytes),
    ],
  };
}

const figures = (growths: readonly Growth[], figure: keyof Growth) => growths.map((growth) => growth[figure]);

const describe = (name: string, growths: Growth[], over: string[], isMet: boolean | null): ReportRow => ({
  cells: [
    name,
    formatSpread(spreadOf(figures(growths, 'rss')), 1),
    formatSpread(spreadOf(figures(growths, 'heap')), 1),
    ...over,
  ],
  isMet,
});

const ask = (server: StartedProcess, question: ProbeQuestion) => server.ask(question);
const readMemory = async (server: StartedProcess) => (await ask(server, { kind: 'memory' })) as MemoryAnswer;

/** @returns also all that a viewer heard */
async function measureVitrine(bench: Bench, count: number): Promise<{ growth: Growth; heard: string }> {
  const workspace = await bench.belongings.makeFolder();
  const server = await startVitrine(bench, { workspace, nodeOptions });
  const conversationId = await createConversation(server);
  await askFirst(server, conversationId, 'help');
  const measured = await measureGrowth(server, count, {
    url: `${server.url}/api/conversations/${conversationId}/events`,
    beforeOpening: (member) => ask(server, { kind: 'member', id: `member-${member}` }),
    speak: () => sendMessage(server, conversationId, 'help'),
    lastWord: 'session.idle',
  });
  await server.stop();
  return measured;
}

async function measureMinimal(
  bench: Bench,
  serverFile: string,
  count: number,
  heard: string,
): Promise<Growth> {
  const server = await startPeerServer(bench, serverFile, { nodeOptions });
  const url = `${server.url}/stream`;
  const { growth } = await measureGrowth(server, count, {
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
  /** Before each group of 20 viewers. */
  beforeOpening(member: number): Promise<unknown>;
  /** Makes the server send something to all viewers. */
  speak(): Promise<unknown>;
  /** What it ends with. */
  lastWord: string;
}

async function measureGrowth(
  server: StartedProcess,
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
  // Compiles what is used; these viewers have gone when the counting begins.
  (await listen(viewersAMember)).close();
  await sleep(300);
  const before = await readMemory(server);
  const viewers = await listen(count);
  const after = await readMemory(server);
  viewers.close();
  const growthOf = (figure: keyof MemoryAnswer) => (after[figure] - before[figure]) / 1024 / count;
  return { growth: { rss: growthOf('rssBytes'), heap: growthOf('heapBytes') }, heard: viewers.heard() };
}
