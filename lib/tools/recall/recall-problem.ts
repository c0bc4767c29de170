/** Says in a sentence why nothing can be recalled. */
export interface RecallProblem {
  problem: string;
}
