import { toolNames } from './tool-profiles.ts';

/** A tool’s name, or the start of names and a `*`. Names of MCP tools are accepted unseen: servers decide them. */
export const isToolPattern = (text: string): boolean =>
  /^[A-Za-z0-9_-]{0,64}\*$/.test(text) ||
  /^mcp__[A-Za-z0-9_-]{1,59}$/.test(text) ||
  toolNames.some((name) => name === text);

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
