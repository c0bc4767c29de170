import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';

/** The MCP servers whose results are split at present, those of tools with an entry of their own apart. */
export async function listSplitServers(
  { listMcpServers, readSplits }: Pick<Services, 'listMcpServers' | 'readSplits'>,
  member: Member,
): Promise<string[]> {
  const servers = await listMcpServers();
  if (servers.size === 0) return [];
  const splitOf = await readSplits();
  const known = [...servers].filter(([, entry]) => isKnownTo(member, entry)).map(([name]) => name);
  return known.filter((name) => splitOf(`${mcpPrefix}${name}__`).level !== 'off');
}

/** A server that was added for a workspace is known to whom may use that. */
export const isKnownTo = (
  member: Member,
  { added }: { added: { workspace: string | null } | null },
): boolean =>
  added === null ||
  added.workspace === null ||
  may(member, 'read', { kind: 'workspace', name: added.workspace });
