import { resolveToolSplits } from '../../lib/config/tool-splits.ts';
import type { Config } from '../../lib/config.ts';
import type { SplitSide } from '../../lib/core/replay.ts';
import type { Ground } from './ground.ts';

/** How results are split where they are: as configured, or as usual where the config turns it off. */
export const splitsOf = ({ splits }: Pick<Config, 'splits'>): Config['splits'] =>
  splits.usual.level === 'off' ? resolveToolSplits('balanced') : splits;

/** The server's settings for one run: a store and a workspace of its own, and nobody there who could be asked. */
export const sideConfig = (
  config: Config,
  { workspace, dataDir, clonesDir }: Ground,
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
  logLevel: config.logLevel === 'silent' ? 'silent' : 'error',
});
