/** Whose spending is held: all of the team's, each member's, each conversation's. */
export const budgetScopes = ['team', 'member', 'conversation'] as const;
/** Days and months are those of UTC. */
export const budgetPeriods = ['day', 'month'] as const;
export const budgetUnits = ['microdollars', 'tokens'] as const;

export type BudgetScope = (typeof budgetScopes)[number];
export type BudgetPeriod = (typeof budgetPeriods)[number];
export type BudgetUnit = (typeof budgetUnits)[number];

/** A million dollars, or as many tokens: beyond that it holds nothing. */
export const maxOfBudget = 1_000_000_000_000;
