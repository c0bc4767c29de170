import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { showFile } from '../conversation.ts';
import type { GuardedFigure, Report, ReportRow } from '../report.ts';
import { type GenerateLoad, type LoadResult, startLoadGenerator } from '../request-load.ts';
import { sampleBytes } from '../sample-text.ts';
import { startOnBothStores } from '../servers/both-stores.ts';
import { buildPeerApp, startPeerServer } from '../servers/peer-app.ts';
import { startProgram } from '../servers/program.ts';
import { formatSpread, pairwise, type Spread, spreadOf } from '../spread.ts';

const connections = 8;
const goalOfNext = 0.95;

const sizes = [
  { name: '100 KB', fileName: '100kb.txt', byteLength: 100 * 1024, goalOfBare: 0.35 },
  { name: '1 MB', fileName: '1mb.txt', byteLength: 1024 * 1024, goalOfBare: 0.5 },
];
type Size = (typeof sizes)[number];

/** A server that serves the same bytes as the others. */
interface Server {
  name: string;
  isVitrine: boolean;
  /** By file name. */
  urls: Map<string, string>;
}

/** How fast an artifact's bytes arrive, compared to a minimal Next app and a minimal Node server. */
export async function measureArtifacts(bench: Bench): Promise<Report> {
  // Many short rounds, so that other load on the machine affects all servers of a round alike.
  const rounds = bench.isQuick ? 3 : 21;
  const durationMs = bench.isQuick ? 500 : 700;
  const servers = await startServers(bench);
  const load = startLoadGenerator(bench.belongings);
  const rows: ReportRow[] = [];
  for (const size of sizes) {
    const results = await measureInRounds(load, servers, size, rounds, durationMs);
    rows.push(...servers.map((server) => describe(size, server, results)));
  }
  return {
    title: 'Artifact GET: all bytes through `GET /api/artifacts/:id`, not compressed',
    method: `${connections} kept-alive connections; ${rounds} rounds of ${durationMs / 1000} s each in turn; median (min to max) of the rounds, ratios within a round`,
    goal: `Vitrine serves at least ${goalOfNext} of what a Next route handler does from memory (req/s), and of bare node:http ${sizes.map(({ name, goalOfBare }) => `${goalOfBare} at ${name}`).join(', ')}`,
    columns: ['size', 'server', 'req/s', 'p50 ms', 'p99 ms', 'of Next handler', 'of bare node:http'],
    rows,
  };
}

const bareName = 'bare node:http';
const nextName = 'Next route handler';

async function startServers(bench: Bench): Promise<Server[]> {
  const folder = await bench.belongings.makeFolder();
  for (const { fileName, byteLength } of sizes)
    await writeFile(join(folder, fileName), sampleBytes(byteLength));
  const { url: bareUrl } = await startProgram(bench, 'bare-server', folder);
  const peer = await startPeerServer(bench, await buildPeerApp(bench), { folder });
  const servers: Server[] = [
    { name: bareName, isVitrine: false, urls: urlsOf((fileName) => `${bareUrl}/${fileName}`) },
    { name: nextName, isVitrine: false, urls: urlsOf((fileName) => `${peer.url}/bytes/${fileName}`) },
  ];
  for (const vitrine of await startOnBothStores(bench, { workspace: folder })) {
    const urls = new Map<string, string>();
    for (const { fileName } of sizes) {
      const { artifactId } = await showFile(vitrine, fileName);
      urls.set(fileName, `${vitrine.url}/api/artifacts/${artifactId}`);
    }
    servers.push({ name: vitrine.name, isVitrine: true, urls });
  }
  return servers;
}

const urlsOf = (url: (fileName: string) => string) =>
  new Map(sizes.map(({ fileName }) => [fileName, url(fileName)]));

type Results = Map<Server, LoadResult[]>;

async function measureInRounds(
  load: GenerateLoad,
  servers: readonly Server[],
  { fileName, byteLength }: Size,
  rounds: number,
  durationMs: number,
): Promise<Results> {
  const measure = (server: Server) =>
    load({ url: server.urls.get(fileName) ?? '', byteLength, connections, durationMs });
  const results: Results = new Map(servers.map((server) => [server, []]));
  // Warms up the compiler; not counted.
  for (const server of servers) await measure(server);
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) results.get(server)?.push(await measure(server));
  }
  return results;
}

function describe(size: Size, server: Server, results: Results): ReportRow {
  const figures = (of: Server | undefined, figure: keyof LoadResult) =>
    (of ? (results.get(of) ?? []) : []).map((result) => result[figure]);
  const rate = figures(server, 'requestsPerSecond');
  const ratioTo = (name: string) => {
    const peer = [...results.keys()].find((one) => one.name === name);
    return pairwise(rate, figures(peer, 'requestsPerSecond'), (own, others) => own / others);
  };
  const ofNext = ratioTo(nextName);
  const ofBare = ratioTo(bareName);
  const guard = (what: string, ratio: Spread): GuardedFigure => ({
    name: `artifact GET, ${size.name}, ${server.name}, ${what}`,
    value: ratio.median,
    better: 'higher',
  });
  return {
    cells: [
      size.name,
      server.name,
      formatSpread(spreadOf(rate), 0),
      formatSpread(spreadOf(figures(server, 'p50Ms')), 1),
      formatSpread(spreadOf(figures(server, 'p99Ms')), 1),
      server.isVitrine ? formatSpread(ofNext, 2) : '',
      server.isVitrine ? formatSpread(ofBare, 2) : '',
    ],
    isMet: server.isVitrine ? ofNext.median >= goalOfNext && ofBare.median >= size.goalOfBare : null,
    guarded: server.isVitrine
      ? [guard('of the Next handler', ofNext), guard('of bare node:http', ofBare)]
      : [],
  };
}
