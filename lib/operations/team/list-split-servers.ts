import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';

/** The MCP servers whose results are split at present, those of tools with an entry of their own apart. */
export async function listSplitServers({
  config,
  readSplits,
}: Pick<Services, 'config' | 'readSplits'>): Promise<string[]> {
  if (config.mcpServers.size === 0) return [];
  const splitOf = await readSplits();
  return [...config.mcpServers.keys()].filter((name) => splitOf(`${mcpPrefix}${name}__`).level !== 'off');
}
