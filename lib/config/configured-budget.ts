import { z } from 'zod';
import type { Budget } from '../core/vocabulary/budget/budget.ts';
import { budgetPeriods, budgetScopes, maxOfBudget } from '../core/vocabulary/budget/budget-kinds.ts';

const microdollars = 1_000_000;

/** A budget as written in the config file: the maximum spend, in dollars or in tokens. */
export const configuredBudgetSchema = z
  .strictObject({
    scope: z.enum(budgetScopes).describe('All of the team, each member, or each conversation'),
    period: z.enum(budgetPeriods).describe('Days and months are those of UTC'),
    dollars: z
      .number()
      .min(0.01)
      .max(maxOfBudget / microdollars)
      .optional(),
    tokens: z.int().min(1).max(maxOfBudget).optional().describe('Input and output of the model'),
  })
  .refine(({ dollars, tokens }) => (dollars === undefined) !== (tokens === undefined), {
    error: 'give dollars or tokens, and not both',
  })
  .meta({ id: 'budget' });
export type ConfiguredBudget = z.infer<typeof configuredBudgetSchema>;

export const readBudget = ({ scope, period, dollars, tokens }: ConfiguredBudget): Budget => ({
  scope,
  period,
  of: null,
  ...(dollars === undefined
    ? { unit: 'tokens', amount: tokens ?? 0 }
    : { unit: 'microdollars', amount: Math.round(dollars * microdollars) }),
});
