/** What the names of tools from MCP servers begin with: `mcp__<server>__<tool>`. */
export const mcpPrefix = 'mcp__';

/** Most characters of a tool’s name that model servers take. */
const maxToolName = 64;

/** The part of a name for the server: no `__`, so that the name can be taken apart again. */
export const mcpServerName = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_)){0,29}(?<!_)$/;

/**
 * The name under which the model is given a tool of an MCP server. Prefixed by the name that we gave the server, so
 * that it can be no tool of our own or of another server.
 * @param hash short, of the server's own name for it; added where that name cannot stay whole
 */
export function mcpToolName(server: string, tool: string, hash: (text: string) => string): string {
  const prefix = `${mcpPrefix}${server}__`;
  const plain = tool.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain === tool && prefix.length + plain.length <= maxToolName) return prefix + plain;
  const suffix = `_${hash(tool)}`;
  return prefix + plain.slice(0, maxToolName - prefix.length - suffix.length) + suffix;
}

/** The name we gave the server of a tool; `null`: it is no tool of an MCP server. */
export const serverOfTool = (toolName: string): string | null => /^mcp__(.+?)__/.exec(toolName)?.[1] ?? null;

/** As people read it: `files search_files`. */
export const toolLabel = (toolName: string): string => {
  const server = serverOfTool(toolName);
  return server === null ? toolName : `${server} ${toolName.slice(mcpPrefix.length + server.length + 2)}`;
};
