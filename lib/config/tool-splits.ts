import { type ToolName, toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
import type { SplitLevel } from '../split/split.ts';
import type { ConfigFile, ToolSettings } from './config-file.ts';

/** How the results of a tool are split. */
export interface ToolSplit {
  level: SplitLevel;
  /** Token budget of a view; `null`: the level's default. */
  budgetTokens: number | null;
}

export interface ToolSplits {
  /** The split of tools without an entry of their own. */
  usual: ToolSplit;
  byTool: Partial<Record<ToolName, ToolSplit>>;
}

/** A tool's entry takes precedence over `*`, which takes precedence over the level of the environment. */
export function resolveToolSplits(level: SplitLevel, tools: ConfigFile['tools'] = {}): ToolSplits {
  const usual = resolveOne(tools['*'] ?? {}, { level, budgetTokens: null });
  const byTool: ToolSplits['byTool'] = {};
  for (const name of toolNames) {
    const settings = tools[name];
    if (settings) byTool[name] = resolveOne(settings, usual);
  }
  return { usual, byTool };
}

/**
 * Naming a level or a budget turns the split on. A tool's own level takes precedence over the general budget.
 */
function resolveOne({ split, level, budgetTokens }: ToolSettings, usual: ToolSplit): ToolSplit {
  if (split === false) return { level: 'off', budgetTokens: null };
  if (split === undefined && level === undefined && budgetTokens === undefined) return usual;
  return {
    level: level ?? (usual.level === 'off' ? 'balanced' : usual.level),
    budgetTokens: budgetTokens ?? (level === undefined ? usual.budgetTokens : null),
  };
}

export const splitOf = ({ usual, byTool }: ToolSplits, toolName: string): ToolSplit =>
  Object.hasOwn(byTool, toolName) ? (byTool[toolName as ToolName] ?? usual) : usual;
