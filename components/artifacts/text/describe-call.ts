import { oneLine } from '#lib/core/algorithms/text/one-line.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';

/** The subject of a call: its path, pattern or artifact; otherwise the tool's name. */
export function describeCall(toolName: string, callArguments: Json): string {
  if (callArguments === null || typeof callArguments !== 'object' || Array.isArray(callArguments))
    return toolName;
  for (const name of ['path', 'pattern', 'command', 'artifactId', 'url'] as const) {
    const value = callArguments[name];
    if (typeof value === 'string' && value.trim() !== '') return oneLine(value);
  }
  return toolLabel(toolName);
}

/** A call as one line: `read_file src/server.ts`, with further arguments by name. */
export function callLine(toolName: string, callArguments: Json): string {
  if (callArguments === null || typeof callArguments !== 'object' || Array.isArray(callArguments))
    return toolName;
  const parts = Object.entries(callArguments).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return name === 'path' || name === 'pattern' ? text : `${name}=${text}`;
  });
  return [toolName, ...parts].join(' ');
}

/** The command that a call runs. `null`: it runs none. */
export const commandOf = (callArguments: Json): string | null =>
  callArguments !== null &&
  typeof callArguments === 'object' &&
  !Array.isArray(callArguments) &&
  typeof callArguments.command === 'string'
    ? callArguments.command
    : null;
