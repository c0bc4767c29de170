import type { AddedServer } from '../core/vocabulary/tools/added-server.ts';
import { type AllowedCommands, allowingCommand } from '../core/vocabulary/tools/allowed-command.ts';
import type { McpServerSettings } from '../core/vocabulary/tools/mcp-server-settings.ts';

/** An MCP server, from wherever it is known. */
export interface McpServerEntry {
  settings: McpServerSettings;
  /** As an admin added it on the page; `null`: the operator named it in the config file. */
  added: AddedServer | null;
}

/**
 * Those of the config file first: nobody replaces them on the page.
 * @param commands what the config file allows now
 */
export function mcpServerEntries(
  named: ReadonlyMap<string, McpServerSettings>,
  added: ReadonlyMap<string, AddedServer>,
  commands: AllowedCommands,
): ReadonlyMap<string, McpServerEntry> {
  const entries = new Map<string, McpServerEntry>();
  for (const [name, settings] of named) entries.set(name, { settings, added: null });
  for (const [name, server] of added) {
    if (!entries.has(name)) entries.set(name, { settings: settingsOf(server, commands), added: server });
  }
  return entries;
}

function settingsOf({ url, command }: AddedServer, { allowed, path }: AllowedCommands): McpServerSettings {
  if (url !== null || command === null) {
    const oauth = { issuer: null, registered: null };
    return { kind: 'http', url: url ?? '', headers: {}, allowsSse: false, oauth };
  }
  const [program = '', ...args] = command.split(' ');
  const hasNetwork = allowingCommand(allowed, command)?.hasNetwork ?? null;
  const common = { command: program, args, path, environment: {} };
  return hasNetwork === null
    ? { kind: 'sandboxed', ...common, hasNetwork: false, isForbidden: true }
    : { kind: 'sandboxed', ...common, hasNetwork };
}
