import {
  type CallToolResult,
  type Client,
  type ReadResourceResult,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool as ToolDefinition,
} from '@modelcontextprotocol/client';
import { limits } from '../core/limits.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import { createIdleWatch } from './idle-watch.ts';
import {
  type Connection,
  type ConnectionFault,
  callFault,
  closeBoth,
  connectAndList,
  connectFault,
  createClient,
  createTransport,
  describeLost,
  endOf,
  isLineTransport,
  type McpServerAddress,
  mayBeOlder,
  takeSpilledOf,
} from './mcp-connection.ts';
import type { TakeSpilled } from './read-large-result.ts';
import { type CallOptions, createActiveCalls } from './send-call.ts';
import { isSameDefinition } from './tool-drift.ts';

export interface CallResult {
  result: CallToolResult;
  takeSpilled: TakeSpilled;
}

export interface ReadResource {
  contents: ReadResourceResult['contents'];
  takeSpilled: TakeSpilled;
}

export interface McpServer {
  name: string;
  /**
   * Connects, unless its tools are known and a call will do, and lists its tools. Never rejects: its state says what
   * went wrong. After a failure it is tried again, but not waited for.
   */
  connect(): Promise<void>;
  /** Its tools as it last listed them, in its order. They stay when it ends: a call starts it again. */
  tools(): readonly ToolDefinition[];
  /** @throws Error that says what happened, with the server's last lines; the signal's reason */
  call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<CallResult>;
  /** @throws Error; the signal's reason */
  readResource(uri: string, signal: AbortSignal): Promise<ReadResource>;
  state(): McpServerState;
  /** Whether a call goes on. */
  isCalled(): boolean;
  /** Ends the connection; the next call connects again. */
  rest(): void;
  close(): Promise<void>;
}

interface Failure extends ConnectionFault {
  count: number;
  /** Not tried again before. */
  untilMs: number;
}

/** A server that is connected when it is first needed, and again after it ended, after waits that double. */
export function createMcpServer(
  name: string,
  address: McpServerAddress,
  { showsApps, onTools = () => {}, nowMs }: { showsApps: boolean; onTools?: () => void; nowMs(): number },
): McpServer {
  let connecting: Promise<Connection> | null = null;
  let connection: Connection | null = null;
  let opening: Client | null = null;
  let failure: Failure | null = null;
  const tools = createToolList(onTools);
  let isClosed = false;

  /** What nobody calls ends; the next call connects again. */
  const rest = (): void => {
    const unused = connection;
    connection = null;
    void unused?.client.close().catch(() => {});
  };
  const idle = createIdleWatch(rest);

  const fail = (fault: ConnectionFault): void => {
    // Signing in mends it at once.
    const count = fault.isSignedOut ? 1 : (failure?.count ?? 0) + 1;
    const waitMs = Math.min(limits.mcpRetryMs * 2 ** (count - 1), limits.mcpRetryMaxMs);
    failure = { ...fault, count, untilMs: nowMs() + waitMs };
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

  const open = async (isLegacy = false): Promise<Connection> => {
    const transport = createTransport(address, isLegacy);
    const calls = createActiveCalls(nowMs);
    const client = createClient(
      isLegacy,
      showsApps,
      (now) => connection?.client === client && tools.set(now),
      calls.elicit,
    );
    opening = client;
    try {
      tools.set(await connectAndList(client, transport));
      if (isClosed) throw new Error('The server ends');
      const opened: Connection = { client, transport, calls };
      client.onclose = () => drop(opened, endOf(transport));
      connection = opened;
      idle.touch();
      return opened;
    } catch (error) {
      await closeBoth(client, transport);
      const fault = connectFault(error, transport);
      const isOlder = !isLegacy && !isClosed && !fault.isSignedOut && mayBeOlder(address, transport);
      if (isOlder) return await open(true);
      fail(fault);
      throw new Error(fault.message, { cause: error });
    } finally {
      opening = null;
    }
  };

  /** Starts a program anew that would see what was hidden from it. Calls that go on are lost with it. */
  const renew = async (): Promise<void> => {
    const old = connection;
    if (old === null || !isLineTransport(old.transport) || !(await old.transport.hasLostCover())) return;
    if (connection === old) connection = null;
    await old.client.close().catch(() => {});
  };

  const drop = (lost: Connection, fault: ConnectionFault): void => {
    if (connection !== lost) return;
    connection = null;
    fail(fault);
    void lost.client.close().catch(() => {});
  };

  const call = async (
    tool: ToolDefinition,
    args: Record<string, unknown>,
    options: CallOptions,
  ): Promise<CallResult> => {
    const { signal } = options;
    await renew();
    const current = await unlessAborted(connect(), signal);
    const { client, transport, calls } = current;
    requireUnchanged(tool, tools.all());
    const linesBefore = isLineTransport(transport) ? transport.errorLines() : 0;
    const leave = idle.enter();
    try {
      const result = await calls.send(client, tool, args, options);
      failure = null;
      return { result, takeSpilled: takeSpilledOf(transport) };
    } catch (error) {
      signal.throwIfAborted();
      const isLost = isConnectionLost(error, address);
      const fault = callFault(error, transport);
      if (isLost || fault.isSignedOut) drop(current, fault);
      const words = isLost ? describeLost(transport, linesBefore) : fault.message;
      throw new BrokenCall(words, isLost, error);
    } finally {
      leave();
    }
  };

  return {
    name,
    async connect() {
      if (tools.isKnown() && failure === null) return;
      const trying = connect().catch(() => {});
      if (failure === null || failure.isSignedOut) await trying;
    },
    tools: tools.all,
    async call(tool, args, options) {
      try {
        return await call(tool, args, options);
      } catch (error) {
        if (!(error instanceof BrokenCall) || !error.isLost || !isRepeatable(tool)) throw error;
        // The first retry does not wait: the server worked until now.
        if (failure?.count === 1) failure.untilMs = 0;
        return await call(tool, args, options);
      }
    },
    async readResource(uri, signal) {
      const current = await unlessAborted(connect(), signal);
      const leave = idle.enter();
      return await resourceFrom(current, uri, signal).finally(leave);
    },
    state: () => ({ name, kind: address.kind, ...conditionOf(connection, connecting, failure) }),
    isCalled: idle.isEntered,
    rest,
    async close() {
      isClosed = true;
      idle.stop();
      await opening?.close().catch(() => {});
      await connecting?.catch(() => {});
      const open = connection;
      connection = null;
      await open?.client.close().catch(() => {});
    },
  };
}

async function resourceFrom(
  { client, transport }: Connection,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResource> {
  const { contents } = await client.readResource({ uri }, { signal, timeout: limits.mcpConnectMs });
  return { contents, takeSpilled: takeSpilledOf(transport) };
}

function conditionOf(
  connection: Connection | null,
  connecting: unknown,
  failure: Failure | null,
): Pick<McpServerState, 'status' | 'message' | 'lastLines'> {
  if (connection) return { status: 'running', message: null, lastLines: [] };
  const { message = null, lastLines = [], isSignedOut = false } = failure ?? {};
  const status = isSignedOut ? 'signed out' : connecting ? 'starting' : failure ? 'failed' : 'idle';
  return { status, message, lastLines };
}

/** What it listed last. */
function createToolList(onChanged: () => void) {
  let listed: readonly ToolDefinition[] | null = null;
  return {
    all: () => listed ?? [],
    isKnown: () => listed !== null,
    set(tools: readonly ToolDefinition[]) {
      const before = listed;
      listed = tools;
      if (before !== null && !areSameTools(before, tools)) onChanged();
    },
  };
}

const areSameTools = (before: readonly ToolDefinition[], now: readonly ToolDefinition[]): boolean =>
  before.length === now.length &&
  now.every((tool, index) => isSameDefinition(tool, before[index] as ToolDefinition));

/** @throws Error if the server defines the tool otherwise by now: what the model went by is not what would be done */
function requireUnchanged(tool: ToolDefinition, tools: readonly ToolDefinition[]): void {
  const now = tools.find(({ name }) => name === tool.name);
  if (now === undefined || isSameDefinition(now, tool)) return;
  throw new Error(
    `${tool.name} was not called: the server has changed what it says of it since this run began. A changed tool is blocked until an admin has seen the change.`,
  );
}

const isRepeatable = ({ annotations }: ToolDefinition): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true;

class BrokenCall extends Error {
  /** The connection ended before the answer: whether the tool ran is not known. */
  readonly isLost: boolean;

  constructor(message: string, isLost: boolean, cause: unknown) {
    super(message, { cause });
    this.isLost = isLost;
  }
}

/** Of HTTP there is no other sign: the server is gone, or has forgotten the session. */
function isConnectionLost(error: unknown, { kind }: McpServerAddress): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return true;
  if (kind !== 'http') return false;
  return error instanceof SdkHttpError
    ? error.status === 404 || error.status === 400
    : error instanceof TypeError;
}

/** @throws the signal's reason, once it is aborted */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
