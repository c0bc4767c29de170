import { type ToolName, toolNames } from '../core/tool-names.ts';
import type { SplitLevel } from '../split/split.ts';
import type { ConfigFile, ToolSettings } from './config-file.ts';

/** How the results of a tool are split. */
export interface ToolSplit {
  level: SplitLevel;
  /** Tokens of a view; `null`: what the level gives. */
  budgetTokens: number | null;
}

export interface ToolSplits {
  /** Of tools without an entry. */
  usual: ToolSplit;
  byTool: Partial<Record<ToolName, ToolSplit>>;
}

/** A tool's own entry goes before `*`, that before the level of the environment. */
export function resolveToolSplits(level: SplitLevel, tools: ConfigFile['tools'] = {}): ToolSplits {
  const usual = resolveOne(tools['*'] ?? {}, { level, budgetTokens: null });
  const byTool: ToolSplits['byTool'] = {};
  for (const name of toolNames) {
    const settings = tools[name];
    if (settings) byTool[name] = resolveOne(settings, usual);
  }
  return { usual, byTool };
}

/** Who names a level or a budget wants a split; and a level of one's own goes before the budget of all. */
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
