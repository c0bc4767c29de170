import type { Fact } from '../facts.ts';

/** What a program told of a run of its tests, beside the failures. */
export interface TestOutcome {
  /** Names the program: `pytest`. */
  kind: string;
  /** How many came to what, in the program's words; those of 0 are left out, but for `failed`. */
  counts: readonly (readonly [count: number, word: string])[];
  /** As the program printed it: `0.42s`. */
  duration: string | null;
  /** What else the first line tells: `2 files failed of 5`. */
  also?: readonly string[];
  /** What failures are counted by; left out: `file`. */
  groups?: string;
  /** What is told beside tests that failed: warnings, coverage. */
  notes?: readonly Fact[];
  /** Something went wrong that is no test: a crash, no tests at all. */
  isBroken?: boolean;
}
