import { mcpPrefix } from '../core/vocabulary/tools/mcp-name.ts';
import { settingsFor } from '../core/vocabulary/tools/tool-pattern.ts';
import type { SplitLevel } from '../split/split.ts';
import type { ConfigFile, ToolSettings } from './config-file.ts';

/** How the results of a tool are split. */
export interface ToolSplit {
  level: SplitLevel;
  /** Token budget of a view; `null`: the level's default. */
  budgetTokens: number | null;
}

export interface ToolSplits {
  /** The level of the environment. */
  level: SplitLevel;
  /** By a tool's name, or by the start of names and a `*`. */
  byPattern: Readonly<Record<string, ToolSettings | undefined>>;
}

export const resolveToolSplits = (level: SplitLevel, tools: ConfigFile['tools'] = {}): ToolSplits => ({
  level,
  byPattern: tools,
});

/**
 * The more specific entries of the config file take precedence over the more general, and these over the level of
 * the environment. A tool of others is not split until an entry turns it on: its server may have shaped its results
 * for a model already.
 */
export function splitOf({ level, byPattern }: ToolSplits, toolName: string): ToolSplit {
  const onLevel = level === 'off' ? 'balanced' : level;
  const initial: ToolSplit = { level: toolName.startsWith(mcpPrefix) ? 'off' : level, budgetTokens: null };
  return settingsFor(byPattern, toolName).reduce(
    (general, settings) => resolveOne(settings, general, onLevel),
    initial,
  );
}

/**
 * Naming a level or a budget turns the split on. A tool's own level takes precedence over the general budget.
 */
function resolveOne(
  { split, level, budgetTokens }: ToolSettings,
  general: ToolSplit,
  onLevel: SplitLevel,
): ToolSplit {
  if (split === false) return { level: 'off', budgetTokens: null };
  if (split === undefined && level === undefined && budgetTokens === undefined) return general;
  return {
    level: level ?? (general.level === 'off' ? onLevel : general.level),
    budgetTokens: budgetTokens ?? (level === undefined ? general.budgetTokens : null),
  };
}

/** The split of our own tools without an entry of their own. */
export const usualSplit = (splits: ToolSplits): ToolSplit => splitOf(splits, '');
