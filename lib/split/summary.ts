import type { Section } from './facts.ts';
import type { Findings } from './general/finding.ts';

/** A full result, understood: what a summarizer makes, and packing fits to a budget. */
export interface Summary {
  /** Names the rule that made it, as the ledger and "why this view" tell it: `pytest`. */
  kind: string;
  /** What is known of the whole, for the first line: `2 failed`, `41 passed`. */
  verdict: readonly string[];
  /** The verdict says how much there is in a better measure than lines. */
  statesSize?: boolean;
  /** Verdict and facts are all there is to say, as of a run of tests: where all facts are shown, nothing else is looked for. */
  isComplete?: boolean;
  sections: readonly Section[];
  /** Lines with text that its reader could make nothing of; not told of a reader that looks for its own among others. */
  unreadLines?: number;
  /** It explains an exit code other than 0. */
  explainsFailure: boolean;
  /** What the general engine found in a text inside the result, in the place of what it found around that. */
  findings?: Findings;
}

/** A result as it was read: by those who know what it is, and by the general engine, which knows no program. */
export interface Understood extends Summary {
  findings: Findings;
  /** What went wrong in summarizers: each is left out, and the general one stands in. */
  faults: readonly unknown[];
}
