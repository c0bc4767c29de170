/** Whose spending is limited: the whole team's, each member's, or each conversation's. */
export const budgetScopes = ['team', 'member', 'conversation'] as const;
/** Days and months are in UTC. */
export const budgetPeriods = ['day', 'month'] as const;
export const budgetUnits = ['microdollars', 'tokens'] as const;

export type BudgetScope = (typeof budgetScopes)[number];
export type BudgetPeriod = (typeof budgetPeriods)[number];
export type BudgetUnit = (typeof budgetUnits)[number];

/** A million dollars (in micro-dollars), or as many tokens: a higher budget would never limit anything. */
export const maxOfBudget = 1_000_000_000_000;
