import type { ReplayedTask, ReplayFigures, SplitSide } from './replay.ts';

export interface ReplayTotals extends ReplayFigures {
  passed: number;
  /** Number of checks. */
  checked: number;
}

/** Totals over the tasks that were run. If the cost of one run is unknown, so is the total. */
export function totalsOf(tasks: readonly ReplayedTask[], side: SplitSide): ReplayTotals {
  const runs = tasks.flatMap(({ sides }) => (sides === null ? [] : [sides[side]]));
  const sum = (figure: (run: (typeof runs)[number]) => number) =>
    runs.reduce((total, run) => total + figure(run), 0);
  const known = (name: 'costMicrodollars' | 'cacheReadTokens') =>
    runs.length === 0 || runs.some((run) => run[name] === null) ? null : sum((run) => run[name] ?? 0);
  return {
    inputTokens: sum((run) => run.inputTokens),
    cacheReadTokens: known('cacheReadTokens'),
    outputTokens: sum((run) => run.outputTokens),
    isEstimated: runs.some((run) => run.isEstimated),
    costMicrodollars: known('costMicrodollars'),
    steps: sum((run) => run.steps),
    recalls: sum((run) => run.recalls),
    elapsedMs: sum((run) => run.elapsedMs),
    passed: runs.filter((run) => run.check === 'passed').length,
    checked: runs.filter((run) => run.check !== 'none').length,
  };
}

export const tokensOf = ({ inputTokens, outputTokens }: ReplayFigures): number => inputTokens + outputTokens;

/** How much less the split used, in percent; negative: it used more. `null`: there is nothing to compare. */
export interface Reduction {
  tokensPercent: number | null;
  costPercent: number | null;
}

export const reductionOf = (on: ReplayFigures, off: ReplayFigures): Reduction => ({
  tokensPercent: percentLess(tokensOf(on), tokensOf(off)),
  costPercent: percentLess(on.costMicrodollars, off.costMicrodollars),
});

const percentLess = (on: number | null, off: number | null): number | null =>
  on === null || off === null || off === 0 ? null : Math.round((1_000 * (off - on)) / off) / 10;
