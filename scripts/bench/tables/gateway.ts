import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Bench } from '../bench.ts';
import type { Report, ReportRow } from '../report.ts';
import { startOnBothStores } from '../servers/both-stores.ts';
import { startProgram } from '../servers/program.ts';
import type { VitrineServer } from '../servers/vitrine.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';

const goalMs = 15;
const serverName = 'logs';

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}
const calls = {
  small: { name: 'ping', arguments: {} },
  '10 MB': { name: 'read_log', arguments: { megabytes: 10 } },
} satisfies Record<string, Call>;

/** What the gateway adds to a call that a client could make itself. */
export async function measureGateway(bench: Bench): Promise<Report> {
  const workspace = await bench.belongings.makeFolder();
  const config = join(workspace, 'vitrine.config.json');
  const url = `${(await startProgram(bench, 'log-mcp-server')).url}/mcp`;
  writeFileSync(config, JSON.stringify({ mcpServers: { [serverName]: { url } } }));
  const vitrines = await startOnBothStores(bench, { workspace, environment: { VITRINE_CONFIG: config } });
  const direct = await connect(url);
  const rows: ReportRow[] = [];
  for (const vitrine of vitrines) {
    const token = await newToken(vitrine);
    for (const isSplit of [false, true]) {
      await open(vitrine, isSplit);
      const gateway = await connect(`${vitrine.url}/mcp/gateway/${serverName}`, token);
      for (const [label, call] of Object.entries(calls)) {
        const rounds = (bench.isQuick ? 1 : 4) * (label === 'small' ? 50 : 5);
        const figures = await race([direct, gateway], call, rounds);
        rows.push(rowOf(`${vitrine.name}${isSplit ? ', split' : ''}`, label, figures));
      }
      await gateway.close();
    }
  }
  await direct.close();
  return {
    title: 'A call by way of the gateway',
    method:
      'one unmodified client of the newest protocol, and one MCP server over HTTP; each round calls it directly and by way of the built server, in turns; until the call returns, in ms, median (range); added: round by round',
    goal: `a small call: at most ${goalMs} ms added, at the median`,
    columns: ['by way of', 'result', 'directly, ms', 'gateway, ms', 'added, ms'],
    rows,
  };
}

async function connect(url: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

async function newToken(vitrine: VitrineServer): Promise<string> {
  const created = await vitrine.call('POST', '/api/tokens', { name: 'bench', scopes: ['run'] });
  return (created as { token: string }).token;
}

async function open({ url }: VitrineServer, isSplit: boolean): Promise<void> {
  const response = await fetch(`${url}/api/settings`, {
    method: 'PATCH',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ gatewayServers: { [serverName]: true }, serverSplits: { [serverName]: isSplit } }),
  });
  if (!response.ok) throw new Error(`the settings: ${response.status}: ${await response.text()}`);
}

/** @returns the milliseconds of each round, by client */
async function race(clients: readonly [Client, Client], call: Call, rounds: number) {
  const figures: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedMs = performance.now();
      const answer = await clients[index].callTool(call);
      const ms = performance.now() - startedMs;
      if (answer.isError) throw new Error(`the call failed: ${JSON.stringify(answer.content)}`);
      // The first rounds warm up.
      if (round >= 0) figures[index].push(ms);
    }
  }
  return figures;
}

function rowOf(way: string, label: string, [direct, gateway]: [number[], number[]]): ReportRow {
  const added = pairwise(gateway, direct, (one, other) => one - other);
  return {
    cells: [
      way,
      label,
      ...[spreadOf(direct), spreadOf(gateway), added].map((spread) => formatSpread(spread, 1)),
    ],
    isMet: label === 'small' ? added.median <= goalMs : null,
  };
}
