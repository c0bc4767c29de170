import type { ReplayedTask, ReplayFigures, ReplayRound, SplitSide } from './replay.ts';

/** Figures that were added up or averaged: an average need not be a whole number. */
export interface ReplayTotals extends ReplayFigures {
  /** Number of checks that passed, in all rounds. */
  passed: number;
  /** Number of checks. */
  checked: number;
}

type NullableFigure =
  | 'costMicrodollars'
  | 'cacheReadTokens'
  | 'repeatedTokens'
  | 'definitionTokens'
  | 'compactions';

/** What a task used on average in a round. If a figure of one round is unknown, so is the average. */
export function averageOf(rounds: readonly ReplayRound[], side: SplitSide): ReplayTotals {
  const runs = rounds.map((round) => round[side]);
  const average = (figure: (run: (typeof runs)[number]) => number) =>
    runs.length === 0 ? 0 : runs.reduce((total, run) => total + figure(run), 0) / runs.length;
  const known = (name: NullableFigure) =>
    runs.length === 0 || runs.some((run) => run[name] === null) ? null : average((run) => run[name] ?? 0);
  return {
    inputTokens: average((run) => run.inputTokens),
    cacheReadTokens: known('cacheReadTokens'),
    outputTokens: average((run) => run.outputTokens),
    isEstimated: runs.some((run) => run.isEstimated),
    costMicrodollars: known('costMicrodollars'),
    steps: average((run) => run.steps),
    recalls: average((run) => run.recalls),
    repeatedTokens: known('repeatedTokens'),
    definitionTokens: known('definitionTokens'),
    compactions: known('compactions'),
    elapsedMs: average((run) => run.elapsedMs),
    passed: runs.filter((run) => run.check === 'passed').length,
    checked: runs.filter((run) => run.check !== 'none').length,
  };
}

/** The averages of all tasks that were run, added up: what one round used. */
export function totalsOf(tasks: readonly ReplayedTask[], side: SplitSide): ReplayTotals {
  const averages = tasks
    .filter(({ rounds }) => rounds.length > 0)
    .map(({ rounds }) => averageOf(rounds, side));
  const sum = (figure: (average: ReplayTotals) => number) =>
    averages.reduce((total, average) => total + figure(average), 0);
  const known = (name: NullableFigure) =>
    averages.length === 0 || averages.some((average) => average[name] === null)
      ? null
      : sum((average) => average[name] ?? 0);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cacheReadTokens: known('cacheReadTokens'),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    isEstimated: averages.some(({ isEstimated }) => isEstimated),
    costMicrodollars: known('costMicrodollars'),
    steps: sum(({ steps }) => steps),
    recalls: sum(({ recalls }) => recalls),
    repeatedTokens: known('repeatedTokens'),
    definitionTokens: known('definitionTokens'),
    compactions: known('compactions'),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
    passed: sum(({ passed }) => passed),
    checked: sum(({ checked }) => checked),
  };
}
