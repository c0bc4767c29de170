import type { Section } from './facts.ts';
import type { Findings } from './general/finding.ts';

/** An understood full result: made by a summarizer, and packed to fit a budget. */
export interface Summary {
  /** Names the rule that made it, in the ledger and in "why this view": `pytest`. */
  kind: string;
  /** What is known about the whole, for the first line: `2 failed`, `41 passed`. */
  verdict: readonly string[];
  /** The verdict states the size in a better unit than lines, which are then not counted in the first line. */
  statesSize?: boolean;
  /**
   * Verdict and facts say everything, as for a test run: the remaining budget is not filled with what the general
   * engine found. It says nothing about whether what ran is complete.
   */
  isComplete?: boolean;
  sections: readonly Section[];
  /** Of JSON: the path to a part of it. */
  examplePath?: string;
  /**
   * Non-blank lines that the reader did not understand; left out by readers that look for their own lines
   * among others. A reader that did not understand 60 % of the lines is not used.
   */
  unreadLines?: number;
  /** Whether it explains an exit code other than 0. */
  explainsFailure: boolean;
  /** Findings about a text inside the result, which replace those about the result around it. */
  findings?: Findings;
}

/**
 * A result after reading: by the summarizers that recognise it, and by the general engine, which knows no
 * program.
 */
export interface Understood extends Summary {
  findings: Findings;
  /**
   * Errors thrown by summarizers; each such summarizer is left out, and the general engine takes its place.
   */
  faults: readonly unknown[];
}
