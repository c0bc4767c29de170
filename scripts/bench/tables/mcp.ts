import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bench } from '../bench.ts';
import { askFirst, openConversation } from '../conversation.ts';
import type { DelayAnswer } from '../programs/delay-probe.ts';
import type { Report, ReportRow } from '../report.ts';
import { type StoredVitrine, startOnBothStores } from '../servers/both-stores.ts';
import { startProgram } from '../servers/program.ts';

const goalSeconds = 6;
const goalMegabytes = 200;
const patienceSeconds = 60;
const programs = join(import.meta.dirname, '..', 'programs');
const probe = new URL('../programs/delay-probe.ts', import.meta.url);
const bigServer = join(programs, 'big-server.mjs');

/** A result of an MCP server: how many MB of text, whether its structure repeats it, and whether it is split. */
interface Result {
  megabytes: number;
  isTwice: boolean;
  isSplit: boolean;
}

const variants: readonly Omit<Result, 'megabytes'>[] = [
  { isTwice: false, isSplit: false },
  { isTwice: true, isSplit: false },
  { isTwice: false, isSplit: true },
];

/** How long a large result of an MCP server takes until it is stored, and how much memory. */
export async function measureMcp(bench: Bench): Promise<Report> {
  const sizes = bench.isQuick ? [5, 20] : [5, 20, 100];
  const workspace = await bench.belongings.makeFolder();
  const config = join(workspace, 'vitrine.config.json');
  const program = { command: process.execPath, args: [bigServer, ...sizes.map(String)], sandbox: false };
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { whole: program, split: program },
      tools: { 'mcp__split__*': { split: true } },
    }),
  );
  const { url: modelUrl } = await startProgram(bench, 'model-server');
  const vitrines = await startOnBothStores(bench, {
    workspace,
    nodeOptions: ['--import', probe.href],
    environment: {
      VITRINE_CONFIG: config,
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: 'bench',
      VITRINE_MODEL: 'scripted',
      VITRINE_OPENAI_API: 'chat',
    },
  });
  const rows: ReportRow[] = [];
  for (const megabytes of sizes) {
    for (const variant of variants) {
      const result = { megabytes, ...variant };
      if (!variant.isSplit) rows.push(await measureSdk(result));
      for (const vitrine of vitrines) rows.push(await measure(vitrine, result));
    }
  }
  return {
    title: 'A large result of an MCP server over standard output',
    method: `one message of one line; Vitrine, the built server: from the call until the result is stored and reported; split: its view is chosen from all of it; the SDK's own transport and client, which stop there: until the call returns, for at most ${patienceSeconds} s; memory: the most that was held over what was held idle`,
    goal: `100 MB stored in at most ${goalSeconds} s, with at most ${goalMegabytes} MiB over idle`,
    columns: ['reader', 'result', 'seconds', 'memory over idle, MiB', 'stored, MB', 'full → view tokens'],
    rows,
  };
}

const nameOf = ({ megabytes, isTwice, isSplit }: Result): string =>
  `${megabytes} MB${isTwice ? ', twice: as structure too' : ''}${isSplit ? ', split' : ''}`;

const messageOf = ({ megabytes, isTwice, isSplit }: Result): string =>
  JSON.stringify({ call: `mcp__${isSplit ? 'split' : 'whole'}__read_log`, megabytes, isTwice });

async function measureSdk(result: Result): Promise<ReportRow> {
  const parameters = [
    join(programs, 'sdk-stdio.ts'),
    bigServer,
    String(result.megabytes),
    String(result.isTwice),
  ];
  const cells = await promisify(execFile)(process.execPath, parameters, {
    timeout: patienceSeconds * 1_000,
  }).then(
    ({ stdout }) => {
      const { seconds, overBytes } = JSON.parse(stdout) as { seconds: number; overBytes: number };
      return [seconds.toFixed(1), (overBytes / 1024 ** 2).toFixed(0)];
    },
    (error: { killed?: boolean }) => {
      if (!error.killed) throw error;
      return [`not in ${patienceSeconds}`, '–'];
    },
  );
  return { cells: ['SDK transport', nameOf(result), ...cells, '–', '–'], isMet: null };
}

async function measure(vitrine: StoredVitrine, result: Result): Promise<ReportRow> {
  // Warms up the compiler; not counted.
  await askFirst(vitrine, await openConversation(vitrine), messageOf({ ...result, megabytes: 5 }));
  await sleep(2_000);
  await vitrine.ask({ kind: 'restart' });
  const idle = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  const events = await askFirst(vitrine, await openConversation(vitrine), messageOf(result));
  const after = (await vitrine.ask({ kind: 'read' })) as DelayAnswer;
  const complete = events.find((event) => event.type === 'tool.execution_complete');
  if (!complete?.data.success) throw new Error(`the call failed: ${JSON.stringify(complete?.data)}`);
  const { byteLength, fullTokens, sentTokens } = complete.data.toolTelemetry;
  if (byteLength !== result.megabytes * 1e6) throw new Error(`only ${byteLength} bytes were stored`);
  const seconds = complete.data.durationMs / 1_000;
  const overMegabytes = (after.peakRssBytes - idle.rssBytes) / 1024 ** 2;
  return {
    cells: [
      vitrine.name,
      nameOf(result),
      seconds.toFixed(1),
      overMegabytes.toFixed(0),
      (byteLength / 1e6).toFixed(0),
      `${fullTokens?.toLocaleString('en-US') ?? '–'} → ${sentTokens}`,
    ],
    isMet:
      result.megabytes < 100 || result.isTwice || result.isSplit
        ? null
        : seconds <= goalSeconds && overMegabytes <= goalMegabytes,
  };
}
