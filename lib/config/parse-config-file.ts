import type { z } from 'zod';
import { errorMessage } from '../core/errors.ts';
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
  return parsed.success
    ? { file: parsed.data }
    : { problems: parsed.error.issues.flatMap((issue) => formatIssue(issue)) };
}

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
  const isToolName = positions[0] === 'excludedTools' && positions.length === 2;
  if (isToolName) return [report(positions, `there is no such tool. ${formatTools()}`)];
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
