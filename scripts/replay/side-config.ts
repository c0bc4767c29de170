import { resolveToolSplits, usualSplit } from '#lib/config/tool-splits.ts';
import type { Config } from '#lib/config.ts';
import type { SplitSide } from '#lib/core/vocabulary/ledger/replay.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import type { ReplayGround } from './ground.ts';

/**
 * How results are split on the side that splits: as configured, or with the default if the config disables
 * the split.
 */
export const splitsOf = ({ splits }: Pick<Config, 'splits'>): Config['splits'] =>
  usualSplit(splits).level === 'off' ? resolveToolSplits('balanced') : splits;

/**
 * The server's settings for one run: a new store and workspace, and no people to ask for approval. Without the
 * split there is nothing to recall, so that side has no recall tool: its definition is charged to the split.
 */
export const sideConfig = (
  config: Config,
  { workspace, dataDir, clonesDir }: ReplayGround,
  side: SplitSide,
): Config => ({
  ...config,
  workspaces: [workspace],
  dataDir,
  clonesDir,
  redisUrl: null,
  signIn: null,
  approvals: { '*': 'auto' },
  budgets: [],
  splits: side === 'on' ? splitsOf(config) : resolveToolSplits('off'),
  excludedTools: [...config.excludedTools, ...(side === 'on' ? [] : [recallOutputProfile.name])],
  logLevel: config.logLevel === 'silent' ? 'silent' : 'error',
});
