import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';

/** The MCP servers whose results are split at present, those of tools with an entry of their own apart. */
export async function listSplitServers({
  listMcpServers,
  readSplits,
}: Pick<Services, 'listMcpServers' | 'readSplits'>): Promise<string[]> {
  const servers = await listMcpServers();
  if (servers.size === 0) return [];
  const splitOf = await readSplits();
  return [...servers.keys()].filter((name) => splitOf(`${mcpPrefix}${name}__`).level !== 'off');
}
