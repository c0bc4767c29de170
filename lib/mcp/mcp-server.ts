import {
  type CallToolResult,
  Client,
  type Progress,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Tool as ToolDefinition,
  type Transport,
} from '@modelcontextprotocol/client';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import { createLineTransport, type LineTransport } from './line-transport.ts';

/** Where a server is and how it is spoken to. */
export type McpServerAddress =
  | {
      kind: 'stdio';
      command: string;
      args: readonly string[];
      environment: Record<string, string>;
      cwd: string;
    }
  | { kind: 'http'; url: string; headers: Record<string, string> };

export interface CallOptions {
  signal: AbortSignal;
  onProgress(message: string): void;
}

export interface McpServer {
  name: string;
  /** Connects if there is no connection, and lists its tools. Never rejects: its state says what went wrong. */
  connect(): Promise<void>;
  /** Its tools as it last listed them, in its order. They stay when it ends: a call starts it again. */
  tools(): readonly ToolDefinition[];
  /** @throws Error that says what happened, with the server's last lines; the signal's reason */
  call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult>;
  state(): McpServerState;
  close(): Promise<void>;
}

interface Connection {
  client: Client;
  transport: Transport | LineTransport;
}

interface Failure {
  message: string;
  lastLines: string[];
  count: number;
  /** Not tried again before. */
  untilMs: number;
}

/**
 * A server that is connected when it is first needed, and again after it ended: at once the first time, then after
 * waits that double.
 */
export function createMcpServer(name: string, address: McpServerAddress, nowMs: () => number): McpServer {
  let connecting: Promise<Connection> | null = null;
  let connection: Connection | null = null;
  let failure: Failure | null = null;
  let tools: readonly ToolDefinition[] = [];
  let isClosed = false;

  const fail = (message: string, lastLines: string[]) => {
    const count = (failure?.count ?? 0) + 1;
    const waitMs = Math.min(limits.mcpRetryMs * 2 ** (count - 1), limits.mcpRetryMaxMs);
    failure = { message, lastLines, count, untilMs: nowMs() + waitMs };
  };

  const connect = async (): Promise<Connection> => {
    if (isClosed) throw new Error('The server ends');
    if (connection) return connection;
    if (failure && nowMs() < failure.untilMs) throw new Error(failure.message);
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return await connecting;
  };

  const open = async (): Promise<Connection> => {
    const transport = createTransport(address);
    const client = new Client(
      { name: 'vitrine', version: '0.1.0' },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: {
          tools: {
            onChanged: (error, changed) => {
              if (connection?.client === client && !error && changed) tools = changed;
            },
          },
        },
      },
    );
    try {
      await client.connect(transport, { timeout: limits.mcpConnectMs });
      tools = client.getServerCapabilities()?.tools
        ? (await client.listTools(undefined, { timeout: limits.mcpConnectMs })).tools
        : [];
      const opened: Connection = {
        client,
        transport,
      };
      client.onclose = () => {
        if (connection !== opened) return;
        connection = null;
        fail(endOf(transport), lastLinesOf(transport));
      };
      connection = opened;
      return opened;
    } catch (error) {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
      fail(connectFailure(error, transport), lastLinesOf(transport));
      throw new Error(failure?.message, { cause: error });
    }
  };

  const call = async (
    tool: ToolDefinition,
    args: Record<string, unknown>,
    { signal, onProgress }: CallOptions,
  ): Promise<CallToolResult> => {
    const { client, transport } = await connect();
    try {
      const result = await client.callTool(
        { name: tool.name, arguments: args },
        {
          signal,
          timeout: limits.mcpSilenceMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: limits.mcpCallMs,
          onprogress: (progress) => onProgress(describeProgress(progress)),
        },
      );
      failure = null;
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw new BrokenCall(describeBroken(error, transport), isLost(error), error);
    }
  };

  return {
    name,
    connect: () =>
      connect().then(
        () => {},
        () => {},
      ),
    tools: () => tools,
    async call(tool, args, options) {
      try {
        return await call(tool, args, options);
      } catch (error) {
        const { readOnlyHint, idempotentHint } = tool.annotations ?? {};
        const isRepeatable = readOnlyHint === true || idempotentHint === true;
        if (!(error instanceof BrokenCall) || !error.isLost || !isRepeatable) throw error;
        // The first retry does not wait: the server worked until now.
        if (failure?.count === 1) failure.untilMs = 0;
        return await call(tool, args, options);
      }
    },
    state: () => ({
      name,
      kind: address.kind,
      status: connection ? 'running' : failure ? 'failed' : 'idle',
      message: connection ? null : (failure?.message ?? null),
      lastLines: connection ? [] : (failure?.lastLines ?? []),
    }),
    async close() {
      isClosed = true;
      await connecting?.catch(() => {});
      const open = connection;
      connection = null;
      await open?.client.close().catch(() => {});
    },
  };
}

class BrokenCall extends Error {
  /** The connection ended before the answer: whether the tool ran is not known. */
  readonly isLost: boolean;

  constructor(message: string, isLost: boolean, cause: unknown) {
    super(message, { cause });
    this.isLost = isLost;
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;

function createTransport(address: McpServerAddress): Transport | LineTransport {
  if (address.kind === 'stdio') {
    const { command, args, cwd, environment } = address;
    return createLineTransport({ command, args, cwd, environment, maxLineBytes: limits.mcpMessageBytes });
  }
  const { url, headers } = address;
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

const isLineTransport = (transport: Transport | LineTransport): transport is LineTransport =>
  'lastLines' in transport;

const lastLinesOf = (transport: Transport | LineTransport): string[] =>
  isLineTransport(transport) ? transport.lastLines() : [];

function endOf(transport: Transport | LineTransport): string {
  const how = isLineTransport(transport) ? transport.ended() : null;
  return how === null ? 'The connection ended' : `It ended: ${how}`;
}

function connectFailure(error: unknown, transport: Transport | LineTransport): string {
  const how = isLineTransport(transport) ? transport.ended() : null;
  return how === null ? `It could not be reached: ${errorMessage(error)}` : `It ended at its start: ${how}`;
}

function describeBroken(error: unknown, transport: Transport | LineTransport): string {
  if (!isLost(error)) return errorMessage(error);
  const lines = lastLinesOf(transport).slice(-3);
  return `the server ended during the call${lines.length > 0 ? `. Its last lines: ${lines.join(' / ')}` : ''}`;
}

/** `31 of 50, reading shard 4` */
function describeProgress({ progress, total, message }: Progress): string {
  const figures = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message ? `${figures}, ${message}` : figures;
}
