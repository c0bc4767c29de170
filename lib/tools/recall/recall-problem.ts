/** A sentence that says why nothing can be recalled. */
export interface RecallProblem {
  problem: string;
}
