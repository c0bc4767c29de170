import { setTimeout } from 'node:timers/promises';
import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { limits } from '../core/limits.ts';
import { mcpToolName } from '../core/vocabulary/tools/mcp-name.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import type { Tool } from '../tools/tool-call.ts';
import { isForModel, isForPage } from './app-definition.ts';
import { hashOf } from './hash-of.ts';
import { createMcpServer, type McpServer } from './mcp-server.ts';
import type { McpServerSource, McpUser } from './mcp-source.ts';
import { createMcpTool, isTooLarge, type McpTool } from './mcp-tool.ts';
import { readLargeResult } from './read-large-result.ts';
import { resourceChunks } from './resource-chunks.ts';
import type { ToolDrift } from './tool-drift.ts';

/**
 * The MCP servers of this process. Those that run in the sandbox are started once for each workspace, and to those where
 * members sign in each of them has a connection.
 */
export interface McpServers {
  /**
   * Connects what this user has not seen yet, and waits for it, but not long; others are connected by their next
   * call. @throws VitrineError `storage_unavailable`
   */
  connect(user: McpUser): Promise<void>;
  /**
   * The tools of all servers for a user, by server and then in its own order: a stable prefix. A tool is not among
   * them while its definition is another than what was accepted.
   */
  tools(user: McpUser): Promise<readonly McpTool[]>;
  /** The same of some servers, once they are connected as above. */
  toolsOf(user: McpUser, isWanted: (server: string) => boolean): Promise<readonly McpTool[]>;
  /**
   * A tool that pages of a server may call, by the server's name for it. `null`: there is none, or it is blocked or only
   * for the model. @throws VitrineError `storage_unavailable`
   */
  findForPage(user: McpUser, server: string, toolName: string): Promise<PageTool | null>;
  /**
   * A resource of a server, as this user gets it. `null`: there is no such server.
   * @throws Error; the signal's reason
   */
  readResource(
    user: McpUser,
    server: string,
    uri: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * One by one, with the tools it has. Of one to which each member has a connection, theirs; of one that each workspace
   * has its own of, the one that was used last.
   */
  read(memberId: string): Promise<McpServerReading[]>;
  /** Ends a member's connection: the next is made with what they have then to sign in. */
  forget(server: string, memberId: string): Promise<void>;
  /** Ends all connections to a server, which is gone. */
  forgetAll(server: string): Promise<void>;
  close(): Promise<void>;
}

export interface McpServerReading {
  state: McpServerState;
  tools: readonly McpTool[];
  /** Tools that only pages of the server call. */
  pageTools: readonly Pick<Tool, 'name' | 'description' | 'changesNothing'>[];
  /** Names, as the server gives them, of tools that are not offered: their definitions are too large, or too many. */
  leftOut: readonly string[];
  /**
   * Hashes of the definitions for which tools are blocked now, by tool, over all connections of this process; `null`: it
   * has none.
   */
  blocked: ReadonlyMap<string, ReadonlySet<string>> | null;
}

type OneReading = Omit<McpServerReading, 'blocked'> & {
  blocked: ReadonlyMap<string, string>;
  /** Definitions by our names for them, also of tools that only pages of the server call. */
  usable: readonly (readonly [string, ToolDefinition])[];
};

/** A tool of a server, for a page of the same server. */
export interface PageTool {
  /** Ours for it. */
  name: string;
  /** Says of itself that it changes nothing. */
  changesNothing: boolean;
  /** @param audience those who may see what it asks, which nobody is asked here @throws Error; the signal's reason */
  call(
    args: Record<string, unknown>,
    { audience, signal }: { audience: string; signal: AbortSignal },
  ): Promise<CallToolResult>;
}

type NamedSource = [name: string, source: McpServerSource];

export function createMcpServers(
  listSources: () => Promise<ReadonlyMap<string, McpServerSource>>,
  {
    isOffered,
    drift,
    ...options
  }: {
    isOffered(toolName: string): boolean;
    drift: ToolDrift;
    showsApps: boolean;
    /** A server has other tools than before. */
    onTools?: () => void;
    nowMs(): number;
  },
): McpServers {
  /** By name, then by what is shared; the one that was used last is last. */
  const started = new Map<string, Map<string, McpServer>>();
  const startedOf = (name: string): Map<string, McpServer> => {
    const ofName = started.get(name) ?? new Map<string, McpServer>();
    started.set(name, ofName);
    return ofName;
  };
  const sourcesFor = async ({ workspace }: McpUser) =>
    [...(await listSources())].filter(
      ([, source]) => source.workspace === null || source.workspace === workspace,
    );
  const useServer = (name: string, source: McpServerSource, user: McpUser): McpServer => {
    const ofName = startedOf(name);
    const key = source.keyOf(user);
    const server = ofName.get(key) ?? createMcpServer(name, source.addressFor(user), options);
    ofName.delete(key);
    ofName.set(key, server);
    const most = source.kind === 'http' ? limits.mcpConnectionsPerServer : limits.mcpProgramsPerServer;
    if (ofName.size > most) {
      const [unused] = [...ofName].find(([, one]) => one !== server && !one.isCalled()) ?? [];
      // What a run still has of it works: it connects again, and ends when it is idle.
      if (unused !== undefined) ofName.get(unused)?.rest();
      if (unused !== undefined) ofName.delete(unused);
    }
    return server;
  };
  const blockedIn = async (servers: readonly McpServer[]) => {
    const all = new Map<string, Set<string>>();
    for (const { blocked } of await Promise.all(servers.map((one) => readServer(one, isOffered, drift)))) {
      for (const [tool, hash] of blocked) all.set(tool, (all.get(tool) ?? new Set()).add(hash));
    }
    return all;
  };
  const findServer = async (user: McpUser, name: string): Promise<McpServer | null> => {
    const source = (await sourcesFor(user)).find(([one]) => one === name)?.[1];
    return source ? useServer(name, source, user) : null;
  };
  /** Waits for them, but not long. */
  const connectAll = async (user: McpUser, sources: NamedSource[]) => {
    const patience = new AbortController();
    const connected = Promise.all(sources.map(([name, source]) => useServer(name, source, user).connect()));
    await Promise.race([
      connected,
      setTimeout(limits.mcpPatienceMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
  };
  const readTools = async (user: McpUser, sources: NamedSource[]) => {
    const readings = sources.map(async ([name, source]) => {
      const server = started.get(name)?.get(source.keyOf(user));
      return server ? (await readServer(server, isOffered, drift)).tools : [];
    });
    return (await Promise.all(readings)).flat();
  };
  const everyServer = () => [...started.values()].flatMap((ofName) => [...ofName.values()]);
  return {
    connect: async (user) => await connectAll(user, await sourcesFor(user)),
    tools: async (user) => await readTools(user, await sourcesFor(user)),
    async toolsOf(user, isWanted) {
      const sources = (await sourcesFor(user)).filter(([name]) => isWanted(name));
      await connectAll(user, sources);
      return await readTools(user, sources);
    },
    async readResource(user, name, uri, signal) {
      const server = await findServer(user, name);
      return server && resourceChunks(await server.readResource(uri, signal));
    },
    async findForPage(user, name, toolName) {
      const server = await findServer(user, name);
      if (server === null) return null;
      await server.connect();
      const { usable } = await readServer(server, isOffered, drift);
      const found = usable.find(([, definition]) => definition.name === toolName && isForPage(definition));
      return found ? pageTool(server, ...found) : null;
    },
    async read(memberId) {
      const readings = [...(await listSources())].map(async ([name, { kind, keyOf }]) => {
        const ofName = started.get(name);
        const own = ofName?.get(keyOf({ memberId, workspace: '', root: '' }));
        const server = own ?? (kind === 'stdio' ? [...(ofName?.values() ?? [])].at(-1) : undefined);
        const all = [...(ofName?.values() ?? [])];
        const blocked = all.length === 0 ? null : await blockedIn(all);
        return server
          ? { ...(await readServer(server, isOffered, drift)), blocked }
          : { state: notUsed(name, kind), tools: [], pageTools: [], leftOut: [], blocked };
      });
      return await Promise.all(readings);
    },
    async forget(name, memberId) {
      const key = (await listSources()).get(name)?.keyOf({ memberId, workspace: '', root: '' });
      if (key === undefined) return;
      const server = started.get(name)?.get(key);
      started.get(name)?.delete(key);
      await server?.close();
    },
    async forgetAll(name) {
      const servers = [...(started.get(name)?.values() ?? [])];
      started.delete(name);
      await Promise.all(servers.map((server) => server.close()));
    },
    close: async () => {
      await Promise.all(everyServer().map((server) => server.close()));
    },
  };
}

const notUsed = (name: string, kind: McpServerState['kind']): McpServerState => ({
  name,
  kind,
  status: 'idle',
  message: null,
  lastLines: [],
});

async function readServer(
  server: McpServer,
  isWanted: (toolName: string) => boolean,
  drift: ToolDrift,
): Promise<OneReading> {
  const definitions = new Map<string, ToolDefinition>();
  const leftOut: string[] = [];
  /** To the model; the others are only for pages. */
  let offered = 0;
  for (const definition of server.tools()) {
    const name = mcpToolName(server.name, definition.name, (text) => hashOf(text, 6));
    if (!isWanted(name)) continue;
    const isOffered = isForModel(definition);
    const count = isOffered ? offered : definitions.size - offered;
    if (definitions.has(name) || count >= limits.mcpToolsPerServer || isTooLarge(definition)) {
      if (isOffered) leftOut.push(definition.name);
      continue;
    }
    definitions.set(name, definition);
    if (isOffered) offered += 1;
  }
  const blocked = await drift.findBlocked(definitions);
  const usable = [...definitions].filter(([name]) => !blocked.has(name));
  const tools = usable
    .filter(([, definition]) => isForModel(definition))
    .map(([name, definition]) => createMcpTool(server, definition, name));
  const pageTools = usable
    .filter(([, definition]) => !isForModel(definition))
    .map(([name, definition]) => ({
      name,
      description: definition.description ?? '',
      changesNothing: changesNothing(definition),
    }));
  return { state: server.state(), tools, pageTools, usable, leftOut, blocked };
}

const changesNothing = ({ annotations }: ToolDefinition): boolean => annotations?.readOnlyHint === true;

const pageTool = (server: McpServer, name: string, definition: ToolDefinition): PageTool => ({
  name,
  changesNothing: changesNothing(definition),
  async call(args, { audience, signal }) {
    const { result, takeSpilled } = await server.call(definition, args, {
      signal,
      audience,
      onProgress: () => {},
      elicit: async () => ({ action: 'decline' }),
    });
    const { content, large } = await readLargeResult(result, takeSpilled);
    large?.close();
    if (large) throw new Error('The result is too large for a page');
    return { ...result, content };
  },
});
