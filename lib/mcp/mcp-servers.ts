import { setTimeout } from 'node:timers/promises';
import type { Tool as ToolDefinition } from '@modelcontextprotocol/client';
import { limits } from '../core/limits.ts';
import { mcpToolName } from '../core/vocabulary/tools/mcp-name.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import type { Tool } from '../tools/tool-call.ts';
import { hashOf } from './hash-of.ts';
import { createMcpServer, type McpServer } from './mcp-server.ts';
import type { McpServerSource } from './mcp-source.ts';
import { createMcpTool, isTooLarge } from './mcp-tool.ts';
import type { ToolDrift } from './tool-drift.ts';

/** The MCP servers of this process. Those that run in the sandbox are started once for each workspace. */
export interface McpServers {
  /**
   * Connects what a workspace has not seen yet, and waits for it, but not long; others are connected by their next
   * call. Never rejects.
   * @param root the workspace's folder
   */
  connect(root: string): Promise<void>;
  /**
   * The tools of all servers in a workspace, by server and then in its own order: a stable prefix. A tool is not among
   * them while its definition is another than what was accepted.
   */
  tools(root: string): Promise<readonly Tool[]>;
  /** One by one, with the tools it has; of one that each workspace has its own of, the one that was used last. */
  read(): Promise<McpServerReading[]>;
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
  { isOffered, drift, nowMs }: { isOffered(toolName: string): boolean; drift: ToolDrift; nowMs(): number },
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
    async tools(root) {
      const readings = [...sources].map(async ([name, { isPerWorkspace }]) => {
        const server = started.get(name)?.get(isPerWorkspace ? root : '');
        return server ? (await readServer(server, isOffered, drift)).tools : [];
      });
      return (await Promise.all(readings)).flat();
    },
    read: () =>
      Promise.all(
        [...started].map(async ([name, ofName]) => {
          const server = [...ofName.values()].at(-1);
          return server
            ? await readServer(server, isOffered, drift)
            : { state: notUsed(name, sources), tools: [], leftOut: [] };
        }),
      ),
    close: async () => {
      await Promise.all(everyServer().map((server) => server.close()));
    },
  };
}

function notUsed(name: string, sources: ReadonlyMap<string, McpServerSource>): McpServerState {
  const kind = sources.get(name)?.addressIn('').kind ?? 'stdio';
  return { name, kind, status: 'idle', message: null, lastLines: [] };
}

async function readServer(
  server: McpServer,
  isOffered: (toolName: string) => boolean,
  drift: ToolDrift,
): Promise<McpServerReading> {
  const definitions = new Map<string, ToolDefinition>();
  const leftOut: string[] = [];
  for (const definition of server.tools()) {
    const name = mcpToolName(server.name, definition.name, (text) => hashOf(text, 6));
    if (!isOffered(name)) continue;
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
  return { state: server.state(), tools, leftOut };
}
