import {
  bootstrap,
  bootstrapPairs,
  type ObservedFamilies,
  redraw,
  sumAverages,
} from '#lib/core/algorithms/statistics/bootstrap.ts';
import { expandedTail } from '#lib/core/algorithms/statistics/expanded-tail.ts';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { Replay, ReplayedTask, ReplayRound, ReplaySide, SplitSide } from './replay.ts';
import { type TaskKind, taskKinds } from './task-kinds.ts';

/**
 * What cost is counted in: money where every run's cost is known, else input and output tokens, of which those
 * that a provider can read from its cache count a tenth, as they usually cost.
 */
export type CostUnit = 'microdollars' | 'tokens';

/** The relative change lies between them 19 times of 20. */
export interface ChangeInterval {
  low: number;
  high: number;
  /** Of what it says something: of tasks like these, or of these alone, where there are too few of them. */
  scope: 'tasks like these' | 'these tasks';
}

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
  /** `null`: there is too little to draw from. */
  interval: ChangeInterval | null;
  /** How many more tasks were solved with the split, in a round, and at worst; `null`: a script has no worst case. */
  solvedChange: { value: number; low: number | null };
  /**
   * By how much the cost per solved task of two equal sets of runs without the split differs, 19 times of 20; a
   * script has none. `null`: each task ran once, so it is not known.
   */
  noise: number | null;
  /** Whether a saving or an extra cost is stated: its whole interval is beyond the control's own variation. */
  verdict: 'less' | 'more' | 'no difference' | 'unknown';
  /** Why it is unknown: too few rounds, too few tasks, or none solved; `null`: it is known. */
  unknownFor: 'rounds' | 'tasks' | 'solved' | null;
}

/** What a token of repeated input counts where no price is known: the usual price of cached input. */
export const cachedShare = 0.1;

/** Tasks solved with the split may be this many fewer, as a share of all tasks. */
export const allowedLoss = 0.05;

/** `null`: there is no worst case. */
export const isWithinAllowedLoss = ({ solvedChange, taskCount }: ReplayEstimate): boolean | null =>
  solvedChange.low === null ? null : solvedChange.low >= -allowedLoss * taskCount;

/** Fewer groups say nothing of others. */
const minGroups = 6;

export interface KindEstimate extends ReplayEstimate {
  kind: TaskKind;
}

type Replayed = Pick<Replay, 'tasks' | 'isOffline' | 'hasMistakes'>;

/** One estimate for each kind of task that was run. */
export const estimateKinds = ({ tasks, ...replay }: Replayed): KindEstimate[] =>
  taskKinds.flatMap((kind) => {
    const ofKind = { ...replay, tasks: tasks.filter((task) => task.kind === kind) };
    const estimate = estimateReplay(ofKind, unitOf(tasks));
    return estimate === null ? [] : [{ kind, ...estimate }];
  });

/**
 * What a replay shows. The runs of a script without mistakes do not vary: then tasks are drawn alone.
 * @returns `null`: nothing was run, or by an earlier version, which counted less and had another control
 */
export function estimateReplay(
  { tasks, isOffline, hasMistakes }: Replayed,
  unit: CostUnit = unitOf(tasks),
): ReplayEstimate | null {
  const done = tasks.filter(({ rounds }) => rounds.length > 0);
  if (done.length === 0 || done.some(isFormer)) return null;
  const isExact = isOffline && !hasMistakes;
  const families = familiesOf(done, unit);
  const sums = readSums(sumAverages(families));
  const draws = drawsOf(families, isExact);
  const noise = isExact ? noiseOfScript(families) : noiseOf(families);
  const costPerSolved = { on: costOf(sums.on), off: costOf(sums.off) };
  const isKnown = costPerSolved.on !== null && costPerSolved.off !== null;
  const change = isKnown ? changeOf(sums.on, sums.off) : null;
  const interval = change === null ? null : draws && intervalOf(draws, change);
  return {
    taskCount: done.length,
    runCount: done.reduce((sum, { rounds }) => sum + 2 * rounds.length, 0),
    isChecked: done.some(({ rounds }) => rounds.some(({ on }) => on.check !== 'none')),
    solved: { on: sums.on.solved, off: sums.off.solved },
    costPerSolved,
    unit,
    change,
    interval,
    solvedChange: {
      value: sums.on.solved - sums.off.solved,
      low: isExact ? null : worstLoss(families, sums, draws),
    },
    noise,
    ...judge(sums, interval, noise),
  };
}

const isFormer = ({ rounds }: ReplayedTask): boolean =>
  rounds.some(({ on, off }) => on.compactions === null || off.compactions === null);

const unitOf = (tasks: readonly ReplayedTask[]): CostUnit =>
  tasks.every(({ rounds }) =>
    rounds.every(({ on, off }) => on.costMicrodollars !== null && off.costMicrodollars !== null),
  )
    ? 'microdollars'
    : 'tokens';

/** Tasks made from one template vary together. */
function familiesOf(tasks: readonly ReplayedTask[], unit: CostUnit): ObservedFamilies {
  const byName = new Map<string, number[][][]>();
  for (const { name, family, rounds } of tasks) {
    const key = family ?? name;
    const group = rounds.map((round) => figuresOfRound(round, unit));
    byName.set(key, [...(byName.get(key) ?? []), group]);
  }
  return [...byName.values()];
}

/** Sums over tasks: each counts the same, however many of its rounds are done. */
interface SideSums {
  cost: number;
  solved: number;
}
type BothSums = Record<SplitSide, SideSums>;

const figuresOfRound = ({ on, off }: ReplayRound, unit: CostUnit): number[] =>
  [on, off].flatMap((run) => [
    unit === 'tokens' ? weightedTokens(run) : (run.costMicrodollars ?? 0),
    // A replayed conversation has no check, but its runs can fail.
    run.problem === null ? 1 : 0,
  ]);

/** Reads the sums of what `figuresOfRound` lists. */
const readSums = ([onCost = 0, onSolved = 0, offCost = 0, offSolved = 0]: readonly number[]): BothSums => ({
  on: { cost: onCost, solved: onSolved },
  off: { cost: offCost, solved: offSolved },
});

const weightedTokens = ({ inputTokens, outputTokens, repeatedTokens }: ReplaySide): number =>
  inputTokens + outputTokens - (1 - cachedShare) * (repeatedTokens ?? 0);

interface Draws {
  sums: readonly BothSums[];
  /** The share of them to cut at each end. */
  tail: number;
  /** By how much sets drawn from the runs vary less than new runs would. */
  stretch: number;
  scope: ChangeInterval['scope'];
}

/** `null`: there are too few families, and too few runs of each task that vary. */
function drawsOf(families: ObservedFamilies, isExact: boolean): Draws | null {
  if (families.length >= minGroups) {
    const sums = bootstrap(families).map(readSums);
    return { sums, tail: expandedTail(families.length), stretch: 1, scope: 'tasks like these' };
  }
  const rounds = minRounds(families);
  const degrees = countPairs(families) - families.flat().length;
  if (isExact || rounds < 2 || degrees < minGroups - 1) return null;
  return {
    sums: redraw(families).map(readSums),
    tail: expandedTail(degrees + 1),
    stretch: stretchOf(rounds),
    scope: 'these tasks',
  };
}

/** Sets drawn from n runs vary less than n new runs would, by the root of (n - 1) / n. */
const stretchOf = (rounds: number): number => Math.sqrt(rounds / (rounds - 1));

const countPairs = (families: ObservedFamilies): number =>
  families.flat().reduce((count, group) => count + group.length, 0);

function intervalOf({ sums, tail, stretch, scope }: Draws, change: number): ChangeInterval {
  const changes = sums.map(({ on, off }) => changeOf(on, off));
  const stretched = (end: number) => (Number.isFinite(end) ? change + (end - change) * stretch : end);
  return {
    low: Math.max(-1, stretched(quantile(changes, tail))),
    high: stretched(quantile(changes, 1 - tail)),
    scope,
  };
}

/**
 * How many tasks fewer may be solved. Draws from runs without a loss have none, but losses may be too rare to have
 * been seen: up to 3 in as many runs as there were (the rule of three; Hanley and Lippman-Hand, JAMA 249, 1983).
 */
function worstLoss(families: ObservedFamilies, { on, off }: BothSums, draws: Draws | null): number {
  const value = on.solved - off.solved;
  const unseen = (3 / countPairs(families)) * families.flat().length;
  const drawn = draws === null ? [] : draws.sums.map((sums) => sums.on.solved - sums.off.solved);
  const worst = Math.min(value - unseen, ...(draws === null ? [] : [quantile(drawn, draws.tail)]));
  // More than were solved without cannot be lost.
  return Math.max(worst, -off.solved);
}

const costOf = ({ cost, solved }: SideSums): number | null => (solved === 0 ? null : cost / solved);

/** A side that solved nothing is infinitely dear; where neither did, that speaks against the split. */
function changeOf(on: SideSums, off: SideSums): number {
  const [onCost, offCost] = [costOf(on), costOf(off)];
  if (onCost === null) return Number.POSITIVE_INFINITY;
  if (offCost === null) return -1;
  if (offCost === 0) return onCost === 0 ? 0 : Number.POSITIVE_INFINITY;
  return onCost / offCost - 1;
}

const minRounds = (families: ObservedFamilies): number =>
  Math.min(...families.flat().map((rounds) => rounds.length));

/** Its runs differ by the IDs in them alone. */
const noiseOfScript = (families: ObservedFamilies): number | null => (minRounds(families) < 2 ? null : 0);

/** Of the same tasks, two sets of runs without the split. */
function noiseOf(families: ObservedFamilies): number | null {
  const rounds = minRounds(families);
  if (rounds < 2) return null;
  const differences = bootstrapPairs(families).map(([one, other]) =>
    Math.abs(changeOf(readSums(one).off, readSums(other).off)),
  );
  return quantile(differences, 0.95) * stretchOf(rounds);
}

/** No saving is stated within the control's own variation, and no extra cost either. */
function judge(
  { on, off }: BothSums,
  interval: ChangeInterval | null,
  noise: number | null,
): Pick<ReplayEstimate, 'verdict' | 'unknownFor'> {
  if (off.solved === 0) return { verdict: 'unknown', unknownFor: 'solved' };
  // What solves nothing costs more, whatever it costs.
  if (on.solved === 0) return { verdict: 'more', unknownFor: null };
  if (noise === null) return { verdict: 'unknown', unknownFor: 'rounds' };
  if (interval === null) return { verdict: 'unknown', unknownFor: 'tasks' };
  if (interval.high < -noise) return { verdict: 'less', unknownFor: null };
  return { verdict: interval.low > noise ? 'more' : 'no difference', unknownFor: null };
}
