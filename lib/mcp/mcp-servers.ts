import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { limits } from '../core/limits.ts';
import { mcpToolName } from '../core/vocabulary/tools/mcp-name.ts';
import type { McpServerState } from '../core/vocabulary/tools/mcp-server-state.ts';
import type { Tool } from '../tools/tool-call.ts';
import { createMcpServer, type McpServer, type McpServerAddress } from './mcp-server.ts';
import { createMcpTool, isTooLarge } from './mcp-tool.ts';

/** The MCP servers of this process. */
export interface McpServers {
  /** Connects what is not connected, and waits for it, but not long. Never rejects. */
  connect(): Promise<void>;
  /** The tools of all servers, by server and then in its own order: a stable prefix. */
  tools(): readonly Tool[];
  /** One by one, with the tools it has here. */
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
  addresses: ReadonlyMap<string, McpServerAddress>,
  { isOffered, nowMs }: { isOffered(toolName: string): boolean; nowMs(): number },
): McpServers {
  const servers = [...addresses].map(([name, address]) => createMcpServer(name, address, nowMs));
  const read = () => servers.map((server) => readServer(server, isOffered));
  return {
    async connect() {
      const patience = new AbortController();
      const connected = Promise.all(servers.map((server) => server.connect()));
      await Promise.race([
        connected,
        setTimeout(limits.mcpPatienceMs, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
    },
    tools: () => read().flatMap(({ tools }) => tools),
    read,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function readServer(server: McpServer, isOffered: (toolName: string) => boolean): McpServerReading {
  const tools = new Map<string, Tool>();
  const leftOut: string[] = [];
  for (const definition of server.tools()) {
    const name = mcpToolName(server.name, definition.name, shortHash);
    if (!isOffered(name)) continue;
    if (tools.has(name) || tools.size >= limits.mcpToolsPerServer || isTooLarge(definition)) {
      leftOut.push(definition.name);
    } else {
      tools.set(name, createMcpTool(server, definition, name));
    }
  }
  return { state: server.state(), tools: [...tools.values()], leftOut };
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);
