import type { Fact } from '../facts.ts';

/** How many tests had an outcome. */
export type OutcomeCount = readonly [count: number, word: string];

/** What a runner reported about a run, apart from its failures. */
export interface TestOutcome {
  /** The name of the runner: `pytest`. */
  kind: string;
  /** Counts by outcome, in the runner's words; zeros are omitted, except for `failed`. */
  counts: readonly OutcomeCount[];
  /** The number of tests, where it is not the sum of the counts; `null`: unknown. */
  total?: number | null;
  /** The counts of each run, where `counts` are the sums of several. */
  runs?: readonly (readonly OutcomeCount[])[];
  /** As the program printed it: `0.42s`. */
  duration: string | null;
  /** Further parts of the first line: `2 files failed of 5`. */
  also?: readonly string[];
  /** What failures are grouped by. Default: `file`. */
  groups?: string;
  /** Facts reported besides failed tests: warnings, coverage. */
  notes?: readonly Fact[];
  /** Tests that failed only because tests inside them did; named where the runner counts them. */
  parents?: readonly string[];
  /** The run failed for another reason than a test: a crash, or no tests at all. */
  isBroken?: boolean;
}
