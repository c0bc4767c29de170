import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import { toChosenSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { createGatewayEndpoint } from '#lib/http/mcp-server/gateway/gateway-endpoint.ts';
import { createApiToken } from '#lib/team/api-tokens.ts';
import { until } from './conversations.ts';
import { type RunStage, startRunStage } from './run-stage.ts';
import { tempFolder } from './temp-folder.ts';

const serverOf = (name: string) => createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}`);
/** Unmodified, as on npm. */
const publicServers = {
  every: serverOf('server-everything/dist/index.js'),
  files: serverOf('server-filesystem/dist/index.js'),
};

interface GatewayAnswer {
  isError?: boolean;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  _meta?: Record<string, unknown>;
}

interface CallSettings {
  signal?: AbortSignal;
  onProgress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
  meta?: Record<string, unknown>;
}

interface GatewayClient {
  listTools(): Promise<{ name: string; description?: string | undefined; outputSchema?: unknown }[]>;
  call(name: string, args?: Record<string, unknown>, settings?: CallSettings): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

interface ClientSettings {
  /** The server; default: all. */
  server?: string;
  /** What the client's person answers; none: the client cannot be asked. */
  answer?: (message: string) => { action: 'accept'; content: Record<string, string> } | { action: 'decline' };
  onToolsChanged?: () => void;
}

export const wordsOf = ({ content }: GatewayAnswer): string =>
  content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n');

/** The gateway without a network: requests of clients go straight to the endpoint. */
export interface GatewayStage extends RunStage {
  /** A folder with files, which the server `files` serves. */
  folder: string;
  newToken(name: string, scopes?: readonly TokenScope[]): Promise<{ id: string; token: string }>;
  fetchWith(token: string, server?: string): (url: string | URL, init?: RequestInit) => Promise<Response>;
  connectV1(token: string, settings?: ClientSettings): Promise<GatewayClient>;
  connectV2(token: string, settings?: ClientSettings): Promise<GatewayClient>;
  /** The conversation of a client, once it has one. */
  stateOf(client: string): Promise<ConversationState & { id: string }>;
}

export async function startGatewayStage(
  environment: Record<string, string> = {},
  settings: Record<string, unknown> = {},
): Promise<GatewayStage> {
  const folder = tempFolder();
  mkdirSync(join(folder, 'src'));
  for (let index = 0; index < 300; index += 1)
    writeFileSync(join(folder, 'src', `component-${index}.tsx`), `export const part${index} = ${index};\n`);
  writeFileSync(join(folder, 'needle.md'), 'the needle\n');
  const config = join(tempFolder(), 'vitrine.config.json');
  const program = (path: string, ...args: string[]) => ({
    command: process.execPath,
    args: [path, ...args],
    sandbox: false,
  });
  const mcpServers = {
    every: program(publicServers.every),
    hostile: program(join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-server.mjs')),
    files: program(publicServers.files, folder),
  };
  const approvals = { 'mcp__every__*': 'auto', 'mcp__files__*': 'auto', 'mcp__hostile__*': 'auto' };
  writeFileSync(config, JSON.stringify({ mcpServers, approvals, ...settings }));
  const stage = await startRunStage(() => ({ text: 'ok' }), {
    environment: { VITRINE_CONFIG: config, ...environment },
  });
  const { services } = stage;
  const answer = createGatewayEndpoint();
  const fetchWith = (token: string, server?: string) => async (url: string | URL, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${token}`);
    headers.set('Host', '127.0.0.1');
    return await answer(services, new Request(url, { ...init, headers }), server ?? null);
  };
  const url = new URL('http://127.0.0.1/mcp/gateway');
  return {
    ...stage,
    folder,
    fetchWith,
    async newToken(name, scopes = ['run']) {
      const id = services.newId('tok');
      const wanted = { name, scopes: [...scopes], expiresInSeconds: 600 };
      return { id, token: (await createApiToken(services, id, 'local', wanted)).token };
    },
    async connectV1(token, { server, answer: reply, onToolsChanged } = {}) {
      const client = new ClientV1(
        { name: 'terminal', version: '1' },
        { capabilities: reply ? { elicitation: {} } : {} },
      );
      if (reply) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => reply(params.message));
      if (onToolsChanged) {
        client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
      }
      const transport = new TransportV1(url, { fetch: fetchWith(token, server) });
      await client.connect(transport as Parameters<ClientV1['connect']>[0]);
      return {
        listTools: async () => (await client.listTools()).tools,
        call: async (name, args = {}, { signal, onProgress, meta } = {}) =>
          (await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) }, undefined, {
            ...(signal ? { signal } : {}),
            ...(onProgress ? { onprogress: onProgress } : {}),
          })) as GatewayAnswer,
        close: () => client.close(),
      };
    },
    async connectV2(token, { server, answer: reply, onToolsChanged } = {}) {
      const client = new Client(
        { name: 'editor', version: '2' },
        {
          versionNegotiation: { mode: 'auto' },
          capabilities: reply ? { elicitation: { form: {} } } : {},
          ...(onToolsChanged ? { listChanged: { tools: { onChanged: onToolsChanged } } } : {}),
        },
      );
      if (reply) client.setRequestHandler('elicitation/create', async ({ params }) => reply(params.message));
      await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchWith(token, server) }));
      return {
        listTools: async () => (await client.listTools()).tools,
        call: async (name, args = {}, { signal, onProgress, meta } = {}) =>
          (await client.callTool(
            { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
            { ...(signal ? { signal } : {}), ...(onProgress ? { onprogress: onProgress } : {}) },
          )) as GatewayAnswer,
        close: () => client.close(),
      };
    },
    async stateOf(client) {
      const { id } = await until('a conversation of the client', async () =>
        (await services.stores.conversations.list()).find(({ title }) => title.startsWith(`${client}, `)),
      );
      return { ...(await services.readState(id)), id };
    },
  };
}

/** Opens servers to the gateway, and splits what they return. */
export async function openToGateway(
  { services }: Pick<RunStage, 'services'>,
  servers: readonly string[],
  isSplit = true,
): Promise<void> {
  const isOn = Object.fromEntries(servers.map((server) => [server, true]));
  const serverSplits = Object.fromEntries(servers.map((server) => [server, isSplit]));
  await services.stores.settings.change(toChosenSettings({ gatewayServers: isOn, serverSplits }));
  services.toolChanges.announce();
}
