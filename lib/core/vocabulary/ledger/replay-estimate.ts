import {
  bootstrap,
  bootstrapPairs,
  type ObservationGroups,
  sumAverages,
} from '#lib/core/algorithms/statistics/bootstrap.ts';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { ReplayedTask, ReplayRound, ReplaySide, SplitSide } from './replay.ts';
import { type TaskKind, taskKinds } from './task-kinds.ts';

/** A measured value with its 95% interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/**
 * What cost is counted in: money where every run's cost is known, else input and output tokens, of which those
 * that a provider can read from its cache count a tenth, as they usually cost.
 */
export type CostUnit = 'microdollars' | 'tokens';

/** What a replay shows about a group of tasks, with how sure it is. */
export interface ReplayEstimate {
  /** Tasks that were run. */
  taskCount: number;
  runCount: number;
  /** Without checks (a replayed conversation) every run counts as solved. */
  isChecked: boolean;
  /** Tasks solved in a round, on average. */
  solved: Record<SplitSide, number>;
  /** Cost of all runs, solved or not, for each solved task; `null`: none was solved. */
  costPerSolved: Record<SplitSide, number | null>;
  unit: CostUnit;
  /**
   * Relative change of the cost per solved task by the split: -0.5 is half the cost. `null`: a side solved
   * nothing.
   */
  change: number | null;
  /** Of that change; `null`: the runs do not vary, so nothing can be said about how sure it is. */
  interval: Pick<Interval, 'low' | 'high'> | null;
  /** How many more tasks were solved with the split, in a round. */
  solvedChange: Interval;
  /**
   * By how much the cost per solved task of two equal sets of runs without the split differs, 19 times of 20.
   * `null`: each task ran once, so it is not known.
   */
  noise: number | null;
  /** `unknown`: there is no interval, or the control's own variation is not known. */
  verdict: 'less' | 'more' | 'no difference' | 'unknown';
}

/** What a token of repeated input counts where no price is known: the usual price of cached input. */
export const cachedShare = 0.1;

/** Tasks solved with the split may be this many fewer, as a share of all tasks. */
export const allowedLoss = 0.05;

export const isWithinAllowedLoss = ({ solvedChange, taskCount }: ReplayEstimate): boolean =>
  solvedChange.low >= -allowedLoss * taskCount;

export interface KindEstimate extends ReplayEstimate {
  kind: TaskKind;
}

/** One estimate for each kind of task that was run. */
export const estimateKinds = (tasks: readonly ReplayedTask[]): KindEstimate[] =>
  taskKinds.flatMap((kind) => {
    const estimate = estimateReplay(
      tasks.filter((task) => task.kind === kind),
      unitOf(tasks),
    );
    return estimate === null ? [] : [{ kind, ...estimate }];
  });

/** `null`: none of these tasks was run. */
export function estimateReplay(
  tasks: readonly ReplayedTask[],
  unit: CostUnit = unitOf(tasks),
): ReplayEstimate | null {
  const done = tasks.filter(({ rounds }) => rounds.length > 0);
  if (done.length === 0) return null;
  const groups = done.map(({ rounds }) => rounds.map((round) => figuresOfRound(round, unit)));
  const measured = readSums(sumAverages(groups));
  const draws = bootstrap(groups).map(readSums);
  const costPerSolved = { on: costOf(measured.on), off: costOf(measured.off) };
  const isKnown = costPerSolved.on !== null && costPerSolved.off !== null;
  const interval = isKnown ? intervalOf(draws.map(({ on, off }) => changeOf(on, off))) : null;
  const losses = draws.map(({ on, off }) => on.solved - off.solved);
  const noise = noiseOf(groups);
  return {
    taskCount: done.length,
    runCount: done.reduce((sum, { rounds }) => sum + 2 * rounds.length, 0),
    isChecked: done.some(({ rounds }) => rounds.some(({ on }) => on.check !== 'none')),
    solved: { on: measured.on.solved, off: measured.off.solved },
    costPerSolved,
    unit,
    change: isKnown ? changeOf(measured.on, measured.off) : null,
    interval,
    solvedChange: {
      value: measured.on.solved - measured.off.solved,
      low: quantile(losses, 0.025),
      high: quantile(losses, 0.975),
    },
    noise,
    verdict: verdictOf(interval, noise),
  };
}

/** Sums over tasks: each counts the same, however many of its rounds are done. */
interface SideSums {
  cost: number;
  solved: number;
}

const figuresOfRound = ({ on, off }: ReplayRound, unit: CostUnit): number[] =>
  [on, off].flatMap((run) => [
    unit === 'tokens' ? weightedTokens(run) : (run.costMicrodollars ?? 0),
    // A replayed conversation has no check, but its runs can fail.
    run.problem === null ? 1 : 0,
  ]);

/** Reads the sums of what `figuresOfRound` lists. */
const readSums = ([onCost = 0, onSolved = 0, offCost = 0, offSolved = 0]: readonly number[]): Record<
  SplitSide,
  SideSums
> => ({ on: { cost: onCost, solved: onSolved }, off: { cost: offCost, solved: offSolved } });

const unitOf = (tasks: readonly ReplayedTask[]): CostUnit =>
  tasks.every(({ rounds }) =>
    rounds.every(({ on, off }) => on.costMicrodollars !== null && off.costMicrodollars !== null),
  )
    ? 'microdollars'
    : 'tokens';

const weightedTokens = ({ inputTokens, outputTokens, repeatedTokens }: ReplaySide): number =>
  inputTokens + outputTokens - (1 - cachedShare) * (repeatedTokens ?? 0);

const costOf = ({ cost, solved }: SideSums): number | null => (solved === 0 ? null : cost / solved);

/** A side that solved nothing is infinitely dear; where neither did, that speaks against the split. */
function changeOf(on: SideSums, off: SideSums): number {
  const [onCost, offCost] = [costOf(on), costOf(off)];
  if (onCost === null) return Number.POSITIVE_INFINITY;
  if (offCost === null) return -1;
  if (offCost === 0) return onCost === 0 ? 0 : Number.POSITIVE_INFINITY;
  return onCost / offCost - 1;
}

function intervalOf(changes: readonly number[]): ReplayEstimate['interval'] {
  // Sums in another order differ in their last digits.
  const isVaried = changes.some((change) => Math.abs(change - (changes[0] ?? change)) > 1e-9);
  return isVaried ? { low: quantile(changes, 0.025), high: quantile(changes, 0.975) } : null;
}

/**
 * Of the same tasks, two sets of runs without the split. Sets drawn from n runs vary less than n new runs
 * would, by the root of (n - 1) / n: that is put right.
 */
function noiseOf(groups: ObservationGroups): number | null {
  const fewest = Math.min(...groups.map((rounds) => rounds.length));
  if (fewest < 2) return null;
  const differences = bootstrapPairs(groups).map(([one, other]) =>
    Math.abs(changeOf(readSums(one).off, readSums(other).off)),
  );
  return quantile(differences, 0.95) * Math.sqrt(fewest / (fewest - 1));
}

/** No saving is stated within the control's own variation, and no extra cost either. */
function verdictOf(interval: ReplayEstimate['interval'], noise: number | null): ReplayEstimate['verdict'] {
  if (interval === null || noise === null) return 'unknown';
  if (interval.high < -noise) return 'less';
  return interval.low > noise ? 'more' : 'no difference';
}
