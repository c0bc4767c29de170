/** A budget is used up, which ends the run, or the sub-agent whose budget it is. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError';
}
