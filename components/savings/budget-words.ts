import type { BudgetPeriod, BudgetScope, BudgetUnit } from '#lib/core/vocabulary/budget/budget-kinds.ts';

/** Names for whom a budget applies to. */
export const scopeWords = (isTeam: boolean): Record<BudgetScope, string> => ({
  team: isTeam ? 'The team' : 'All conversations',
  member: 'Each member',
  conversation: 'Each conversation',
});

export const periodWords: Record<BudgetPeriod, string> = { day: 'a day', month: 'a month' };

export const unitWords: Record<BudgetUnit, string> = { microdollars: 'Dollars', tokens: 'Tokens' };
