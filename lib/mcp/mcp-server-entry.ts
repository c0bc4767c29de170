import type { AddedServer } from '../core/vocabulary/tools/added-server.ts';
import type { McpServerSettings } from '../core/vocabulary/tools/mcp-server-settings.ts';

/** An MCP server, from wherever it is known. */
export interface McpServerEntry {
  settings: McpServerSettings;
  /** As an admin added it on the page; `null`: the operator named it in the config file. */
  added: AddedServer | null;
}

/** Those of the config file first: nobody replaces them on the page. */
export function mcpServerEntries(
  named: ReadonlyMap<string, McpServerSettings>,
  added: ReadonlyMap<string, AddedServer>,
): ReadonlyMap<string, McpServerEntry> {
  const entries = new Map<string, McpServerEntry>();
  for (const [name, settings] of named) entries.set(name, { settings, added: null });
  for (const [name, server] of added) {
    if (!entries.has(name)) entries.set(name, { settings: settingsOf(server), added: server });
  }
  return entries;
}

const settingsOf = ({ url }: AddedServer): McpServerSettings => ({
  kind: 'http',
  url,
  headers: {},
  allowsSse: false,
  oauth: { issuer: null, registered: null },
});
