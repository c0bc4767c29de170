import { attachmentSource } from '../core/vocabulary/ledger/attachments.ts';
import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import type { ServerSwitches } from '../core/vocabulary/tools/server-switches.ts';
import { settingsFor } from '../core/vocabulary/tools/tool-pattern.ts';
import { toolNames } from '../core/vocabulary/tools/tool-profiles.ts';
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
 * How the results of a tool are split. An admin's choice for the tool's server turns all of its tools on or off; the
 * level of one that is on is the config file's.
 */
export function splitWith(splits: ToolSplits, chosen: ServerSwitches, toolName: string): ToolSplit {
  const server = serverOfTool(toolName);
  const isOn = server === null ? undefined : chosen[server];
  const configured = splitOf(splits, toolName);
  if (isOn === undefined || isOn === (configured.level !== 'off')) return configured;
  return { level: isOn ? levelOf(splits) : 'off', budgetTokens: null };
}

/**
 * The more specific entries of the config file take precedence over the more general, and these over the level of
 * the environment. A tool of others is not split until an entry turns it on: its server may have shaped its results
 * for a model already.
 */
export function splitOf(splits: ToolSplits, toolName: string): ToolSplit {
  const { level, byPattern } = splits;
  const onLevel = levelOf(splits);
  const initial: ToolSplit = { level: isOurs(toolName) ? level : 'off', budgetTokens: null };
  return settingsFor(byPattern, toolName).reduce(
    (general, settings) => resolveOne(settings, general, onLevel),
    initial,
  );
}

/** Everything else is a tool that others wrote. */
const isOurs = (toolName: string): boolean =>
  toolName === '' || toolName === attachmentSource || toolNames.some((name) => name === toolName);

/** The level of what is turned on without one. */
const levelOf = ({ level }: ToolSplits): SplitLevel => (level === 'off' ? 'balanced' : level);

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
