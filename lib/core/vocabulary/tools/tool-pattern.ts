import { mcpPrefix } from './mcp-name.ts';
import { toolNames } from './tool-profiles.ts';

/** A tool’s name, or the start of names and a `*`. Names of MCP tools are accepted unseen: servers decide them. */
export function isToolPattern(text: string): boolean {
  if (/^mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]*\*?$/.test(text)) return !text.endsWith('__');
  if (!text.endsWith('*')) return toolNames.some((name) => name === text);
  const start = text.slice(0, -1);
  return start.startsWith(mcpPrefix) || [mcpPrefix, ...toolNames].some((name) => name.startsWith(start));
}

export const matchesTool = (pattern: string, toolName: string): boolean =>
  pattern.endsWith('*') ? toolName.startsWith(pattern.slice(0, -1)) : toolName === pattern;

/** The settings that apply to a tool, from the most general to the most specific: an exact name comes last. */
export function settingsFor<Setting>(
  byPattern: Readonly<Record<string, Setting | undefined>>,
  toolName: string,
): Setting[] {
  const weight = (pattern: string) => (pattern.endsWith('*') ? pattern.length : Number.POSITIVE_INFINITY);
  return Object.entries(byPattern)
    .filter((entry): entry is [string, Setting] => entry[1] !== undefined && matchesTool(entry[0], toolName))
    .sort(([one], [other]) => weight(one) - weight(other))
    .map(([, setting]) => setting);
}
