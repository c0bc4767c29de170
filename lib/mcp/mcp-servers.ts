import { setTimeout } from 'node:timers/promises';
import type { Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { mcpToolName } from '../core/vocabulary/tools/mcp-name.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import type { Tool } from '../tools/tool-call.ts';
import { hashOf } from './hash-of.ts';
import { createMcpServer, type McpServer } from './mcp-server.ts';
import type { McpServerSource, McpUser } from './mcp-source.ts';
import { createMcpTool, isTooLarge } from './mcp-tool.ts';
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
  tools(user: McpUser): Promise<readonly Tool[]>;
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
  tools: readonly Tool[];
  /** Names, as the server gives them, of tools that are not offered: their definitions are too large, or too many. */
  leftOut: readonly string[];
  /**
   * Hashes of the definitions for which tools are blocked now, by tool, over all connections of this process; `null`: it
   * has none.
   */
  blocked: ReadonlyMap<string, ReadonlySet<string>> | null;
}

type OneReading = Omit<McpServerReading, 'blocked'> & { blocked: ReadonlyMap<string, string> };

export function createMcpServers(
  listSources: () => Promise<ReadonlyMap<string, McpServerSource>>,
  { isOffered, drift, nowMs }: { isOffered(toolName: string): boolean; drift: ToolDrift; nowMs(): number },
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
    const server = ofName.get(key) ?? createMcpServer(name, source.addressFor(user), nowMs);
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
  const everyServer = () => [...started.values()].flatMap((ofName) => [...ofName.values()]);
  return {
    async connect(user) {
      const patience = new AbortController();
      const sources = await sourcesFor(user);
      const connected = Promise.all(sources.map(([name, source]) => useServer(name, source, user).connect()));
      await Promise.race([
        connected,
        setTimeout(limits.mcpPatienceMs, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
    },
    async tools(user) {
      const readings = (await sourcesFor(user)).map(async ([name, source]) => {
        const server = started.get(name)?.get(source.keyOf(user));
        return server ? (await readServer(server, isOffered, drift)).tools : [];
      });
      return (await Promise.all(readings)).flat();
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
          : { state: notUsed(name, kind), tools: [], leftOut: [], blocked };
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

/** Some tools are for the pages of a server alone (MCP Apps, 2026-01-26). */
function isForModel({ _meta: meta }: ToolDefinition): boolean {
  const { success, data } = visibilitySchema.safeParse(meta);
  return !success || data.ui.visibility.includes('model');
}

const visibilitySchema = z.looseObject({ ui: z.looseObject({ visibility: z.array(z.string()) }) });

async function readServer(
  server: McpServer,
  isOffered: (toolName: string) => boolean,
  drift: ToolDrift,
): Promise<OneReading> {
  const definitions = new Map<string, ToolDefinition>();
  const leftOut: string[] = [];
  for (const definition of server.tools()) {
    const name = mcpToolName(server.name, definition.name, (text) => hashOf(text, 6));
    if (!isOffered(name) || !isForModel(definition)) continue;
    if (definitions.has(name) || definitions.size >= limits.mcpToolsPerServer || isTooLarge(definition)) {
      leftOut.push(definition.name);
    } else {
      definitions.set(name, definition);
    }
  }
  const blocked = await drift.findBlocked(definitions);
  const tools = [...definitions]
    .filter(([name]) => !blocked.has(name))
    .map(([name, definition]) => createMcpTool(server, definition, name));
  return { state: server.state(), tools, leftOut, blocked };
}
