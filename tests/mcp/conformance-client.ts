import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElicitRequestParams, ElicitResult, Tool } from '@modelcontextprotocol/client';
import { createMcpServer, type McpServer } from '#lib/mcp/mcp-server.ts';
import { createMcpSignIns, type HttpEntry } from '#lib/mcp/mcp-sign-ins.ts';
import { readElicitation } from '#lib/mcp/read-elicitation.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import { createSealer } from '#lib/stores/sealer.ts';

/**
 * The client of this server, as a program that the conformance suite starts: it connects to the address that comes last, signs in
 * where it has to, as somebody would who clicks once for each, and calls each tool.
 */
const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  client_id?: string;
  client_secret?: string;
  issuer?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};
const siteUrl = 'http://127.0.0.1:4999';
const clicks = 3;

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-conformance-'));
const stores = openStores({
  redisUrl: null,
  dataDir,
  artifactTtlSeconds: 1_800,
  artifactBytes: null,
  nowMs: Date.now,
});
const { client_id: clientId, client_secret: clientSecret = null } = context;
const settings: HttpEntry['settings'] = {
  kind: 'http',
  url,
  headers: {},
  allowsSse: false,
  oauth: {
    issuer: clientId === undefined ? null : (context.issuer ?? new URL(url).origin),
    registered: clientId === undefined ? null : { clientId, clientSecret },
  },
};
const signIns = createMcpSignIns({
  listServers: async () => new Map([['one', { settings, added: null }]]),
  stores,
  sealer: () => createSealer('a secret of this test'),
  baseUrl: siteUrl,
  metadataUrl: 'https://conformance-test.local/client-metadata.json',
  allowsPrivate: true,
});
let server = null as unknown as McpServer;
async function connect(): Promise<void> {
  if (server !== null) await server.close();
  server = createMcpServer('one', signIns.address('one', { settings, added: null }, 'me'), {
    showsApps: false,
    nowMs: Date.now,
  });
  await server.connect();
}

/** One click, and what the browser does then. */
async function signIn(): Promise<void> {
  const page = await signIns.begin('one', 'me', siteUrl);
  if (page !== null) {
    const answer = await fetch(page, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    const end = await signIns.finish(back.searchParams, 'me');
    if ('failure' in end) throw new Error(`${end.failure}: ${end.cause}`);
  }
  await connect();
}
const isSignedOut = () => server.state().status === 'signed out';

const elicit = async (params: ElicitRequestParams): Promise<ElicitResult> => {
  const asked = readElicitation(params);
  if (asked === null) return { action: 'decline' };
  const initial = asked.fields.map(({ name, initial: value }) => [name, value]);
  return { action: 'accept', content: Object.fromEntries(initial.filter(([, value]) => value !== null)) };
};

async function call(tool: Tool, args: Record<string, unknown>): Promise<void> {
  const options = { signal: AbortSignal.timeout(20_000), audience: 'me', onProgress: () => {}, elicit };
  for (let left = clicks; ; left -= 1) {
    try {
      const { result } = await server.call(tool, args, options);
      console.log(tool.name, JSON.stringify(result).slice(0, 500));
      return;
    } catch (error) {
      console.log(tool.name, String(error));
      if (!isSignedOut() || left === 0) return;
      await signIn();
    }
  }
}

const sample = ({ type }: { type?: string }): unknown =>
  type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'x';
const argumentsOf = ({ inputSchema }: Tool): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(inputSchema.properties ?? {}).map(([name, of]) => [name, sample(of as object)]),
  );

try {
  await connect();
  for (let left = clicks; isSignedOut() && left > 0; left -= 1) await signIn();
  const tools = server.tools();
  if (context.toolCalls) {
    for (const { name, arguments: args } of context.toolCalls) {
      const tool = tools.find((one) => one.name === name);
      if (tool) await call(tool, args);
    }
  } else {
    for (const tool of tools) await call(tool, argumentsOf(tool));
  }
  if (server.state().status !== 'running') throw new Error(server.state().message ?? '');
} finally {
  await server.close();
  await stores.close();
  rmSync(dataDir, { recursive: true, force: true });
}
