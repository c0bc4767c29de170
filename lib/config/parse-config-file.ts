import type { z } from 'zod';
import { errorMessage } from '../core/errors.ts';
import { mcpPrefix, serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import { isToolPattern } from '../core/vocabulary/tools/tool-pattern.ts';
import { toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
import { type ConfigFile, configFileSchema } from './config-file.ts';
import { mcpServerSchema } from './mcp-servers.ts';

/**
 * Parses a config file. On failure it returns all problems, each prefixed with its path:
 * `tools.grep_file.level: …`.
 */
export function parseConfigFile(text: string): { file: ConfigFile } | { problems: string[] } {
  let json: unknown;
  // Schemas ignore this name.
  let namesPrototype = false;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''), (key, value) => {
      namesPrototype ||= key === '__proto__';
      return value;
    });
  } catch (error) {
    return { problems: [`not valid JSON: ${errorMessage(error)}`] };
  }
  if (namesPrototype) return { problems: ['__proto__ is the name of no setting'] };
  const parsed = configFileSchema.safeParse(json);
  const problems = [
    ...findUnknownTools(json),
    ...(parsed.error?.issues ?? []).flatMap((issue) => formatIssue(issue)),
  ];
  return parsed.success && problems.length === 0 ? { file: parsed.data } : { problems };
}

/** Patterns that fit no tool: else one that denies a tool would deny nothing, because of a slip. */
function findUnknownTools(json: unknown): string[] {
  const { tools, approvals, excludedTools, mcpServers, toolFiles } = objectOf(json);
  // Their names are known when they are loaded.
  const hasFiles = Array.isArray(toolFiles) && toolFiles.length > 0;
  const servers = Object.keys(objectOf(mcpServers));
  const patterns: [path: string, pattern: string][] = [
    ...Object.keys(objectOf(tools)).map((name): [string, string] => [`tools.${name.slice(0, 80)}`, name]),
    ...Object.keys(objectOf(approvals)).map((name): [string, string] => [
      `approvals.${name.slice(0, 80)}`,
      name,
    ]),
    ...(Array.isArray(excludedTools) ? excludedTools : []).flatMap((name, at): [string, string][] =>
      typeof name === 'string' ? [[`excludedTools.${at}`, name]] : [],
    ),
  ];
  return patterns.flatMap(([path, pattern]) => {
    if (hasFiles && /^[a-z][a-z0-9_]*\*?$/.test(pattern) && !pattern.startsWith(mcpPrefix)) return [];
    if (!isToolPattern(pattern)) return [`${path}: there is no such tool. ${formatTools()}`];
    const server = serverOfTool(pattern);
    return server === null || servers.includes(server) ? [] : [`${path}: there is no MCP server ${server}`];
  });
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

type Issue = z.core.$ZodIssue;

function formatIssue(issue: Issue): string[] {
  const positions = issue.path.map(String);
  const report = (path: readonly string[], what: string) =>
    path.length === 0 ? what : `${path.join('.')}: ${what}`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      report(
        [...positions, key.slice(0, 80)],
        `there is no such ${nounAt(positions)}. ${knownAt(positions)}`,
      ),
    );
  }
  return [report(positions, issue.message)];
}

const formatTools = (): string =>
  `There are: ${toolNames.join(', ')}, those of MCP servers (mcp__<server>__<tool>), and the start of names with *`;

const nounAt = (positions: readonly string[]): string =>
  positions.length === 1 && isByTool(positions) ? 'tool' : 'setting';

const isByTool = ([first]: readonly string[]): boolean => first === 'tools' || first === 'approvals';

/** The keys allowed in an object at this path. */
function knownAt(positions: readonly string[]): string {
  if (positions.length === 0) return `There are: ${Object.keys(configFileSchema.shape).join(', ')}`;
  if (isByTool(positions))
    return positions.length === 1 ? formatTools() : 'There are: split, level, budgetTokens';
  if (positions[0] === 'mcpServers') {
    return `There are: ${Object.keys(mcpServerSchema.shape).join(', ')}`;
  }
  if (positions[0] === 'budgets') return 'There are: scope, period, dollars, tokens';
  return 'There is: vision';
}
