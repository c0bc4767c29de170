import type { Budget } from '../core/vocabulary/budget/budget.ts';
import { type BudgetState, periodAt, stateOf } from '../core/vocabulary/budget/budget-state.ts';
import type { LedgerStore } from '../stores/stores.ts';

/**
 * How much of each budget is spent, from the ledger entries of all processes. The team's spending includes
 * that of removed members and deleted conversations.
 * @param budgets each for the team or for one ID
 */
export const readBudgetStates = async (
  ledger: Pick<LedgerStore, 'sums'>,
  budgets: readonly Budget[],
  nowMs: number,
): Promise<BudgetState[]> =>
  await Promise.all(
    budgets.map(async (budget) => {
      const { scope, period, of } = budget;
      const { from, to } = periodAt(period, nowMs);
      const days = await ledger.sums(scope === 'team' ? 'day' : scope, from, to, of ?? undefined);
      return stateOf(budget, days, nowMs);
    }),
  );
