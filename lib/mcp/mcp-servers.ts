import { setTimeout } from 'node:timers/promises';
import { limits } from '../core/limits.ts';
import { mcpToolName } from '../core/vocabulary/tools/mcp-name.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import type { Tool } from '../tools/tool-call.ts';
import { hashOf } from './hash-of.ts';
import { createMcpServer, type McpServer } from './mcp-server.ts';
import type { McpServerSource } from './mcp-source.ts';
import { createMcpTool, isTooLarge } from './mcp-tool.ts';

/** The MCP servers of this process. Those that run in the sandbox are started once for each workspace. */
export interface McpServers {
  /**
   * Connects what a workspace has not seen yet, and waits for it, but not long; others are connected by their next
   * call. Never rejects.
   * @param root the workspace's folder
   */
  connect(root: string): Promise<void>;
  /** The tools of all servers in a workspace, by server and then in its own order: a stable prefix. */
  tools(root: string): readonly Tool[];
  /** One by one, with the tools it has; of one that each workspace has its own of, the one that was used last. */
  read(): McpServerReading[];
  close(): Promise<void>;
}

export interface McpServerReading {
  state: McpServerState;
  tools: readonly Tool[];
  /** Names, as the server gives them, of tools that are not offered: their definitions are too large, or too many. */
  leftOut: readonly string[];
}

export function createMcpServers(
  sources: ReadonlyMap<string, McpServerSource>,
  { isOffered, nowMs }: { isOffered(toolName: string): boolean; nowMs(): number },
): McpServers {
  /** By name, then by workspace; the one that was used last is last. */
  const started = new Map([...sources.keys()].map((name) => [name, new Map<string, McpServer>()]));
  const useServersIn = (root: string): McpServer[] =>
    [...sources].map(([name, { isPerWorkspace, addressIn }]) => {
      const ofName = started.get(name) as Map<string, McpServer>;
      const key = isPerWorkspace ? root : '';
      const server = ofName.get(key) ?? createMcpServer(name, addressIn(root), nowMs);
      ofName.delete(key);
      ofName.set(key, server);
      const [oldest, old] = [...ofName][0] ?? [];
      if (ofName.size > limits.mcpProgramsPerServer && oldest !== undefined) {
        ofName.delete(oldest);
        void old?.close();
      }
      return server;
    });
  const everyServer = () => [...started.values()].flatMap((ofName) => [...ofName.values()]);
  return {
    async connect(root) {
      const patience = new AbortController();
      const connected = Promise.all(useServersIn(root).map((server) => server.connect()));
      await Promise.race([
        connected,
        setTimeout(limits.mcpPatienceMs, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
    },
    tools: (root) =>
      [...sources].flatMap(([name, { isPerWorkspace }]) => {
        const server = started.get(name)?.get(isPerWorkspace ? root : '');
        return server ? readServer(server, isOffered).tools : [];
      }),
    read: () =>
      [...started].map(([name, ofName]) => {
        const server = [...ofName.values()].at(-1);
        return server
          ? readServer(server, isOffered)
          : { state: notUsed(name, sources), tools: [], leftOut: [] };
      }),
    close: async () => {
      await Promise.all(everyServer().map((server) => server.close()));
    },
  };
}

function notUsed(name: string, sources: ReadonlyMap<string, McpServerSource>): McpServerState {
  const kind = sources.get(name)?.addressIn('').kind ?? 'stdio';
  return { name, kind, status: 'idle', message: null, lastLines: [] };
}

function readServer(server: McpServer, isOffered: (toolName: string) => boolean): McpServerReading {
  const tools = new Map<string, Tool>();
  const leftOut: string[] = [];
  for (const definition of server.tools()) {
    const name = mcpToolName(server.name, definition.name, (text) => hashOf(text, 6));
    if (!isOffered(name)) continue;
    if (tools.has(name) || tools.size >= limits.mcpToolsPerServer || isTooLarge(definition)) {
      leftOut.push(definition.name);
    } else {
      tools.set(name, createMcpTool(server, definition, name));
    }
  }
  return { state: server.state(), tools: [...tools.values()], leftOut };
}
