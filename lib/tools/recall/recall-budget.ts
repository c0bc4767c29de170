/** How long an answer may be. */
export interface RecallBudget {
  maxTokens: number;
  count(text: string): number;
}
