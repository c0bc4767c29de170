import { canonicalJson } from '#lib/core/algorithms/canonical-json.ts';
import type { McpApp } from '#lib/core/vocabulary/tools/mcp-app.ts';

/**
 * Whether the page of an app asks for the very call whose result is stored with it. Many do that first, and leave out or
 * add what the tool takes by itself.
 */
export function isStoredCall(app: McpApp, name: string, args: Record<string, unknown>): boolean {
  const usual = defaultsOf(app.tool.inputSchema);
  const whole = (some: Record<string, unknown>) => canonicalJson({ ...usual, ...some });
  return name === app.tool.name && whole(args) === whole(app.arguments);
}

function defaultsOf({ properties }: McpApp['tool']['inputSchema']): Record<string, unknown> {
  const usual: Record<string, unknown> = {};
  for (const [name, property] of Object.entries((properties ?? {}) as Record<string, unknown>)) {
    if (typeof property === 'object' && property !== null && 'default' in property)
      usual[name] = property.default;
  }
  return usual;
}
