import { z } from 'zod';
import { addSums, type DaySums, noSums, type Sums } from '../ledger/sums.ts';
import { type Budget, budgetSchema } from './budget.ts';
import type { BudgetPeriod, BudgetUnit } from './budget-kinds.ts';

/** How much of a budget is spent: `warned` from 80%, `spent` from 100%. */
const budgetLevelSchema = z.enum(['within', 'warned', 'spent']);
export type BudgetLevel = z.infer<typeof budgetLevelSchema>;

export const budgetStateSchema = budgetSchema
  .extend({
    spent: z.number().int(),
    /** Model calls that are not counted because their tokens or cost are not fully known. */
    unknownSteps: z.number().int(),
    level: budgetLevelSchema,
    /** First day of the period, UTC. */
    from: z.iso.date(),
    /** The day after the last one, on which the budget restarts. */
    to: z.iso.date(),
  })
  .meta({ id: 'BudgetState' });
export type BudgetState = z.infer<typeof budgetStateSchema>;

export type Spending = Pick<BudgetState, 'spent' | 'unknownSteps'>;

export const levelOf = (spent: number, amount: number): BudgetLevel => {
  if (spent >= amount) return 'spent';
  return spent * 5 >= amount * 4 ? 'warned' : 'within';
};

/** The days of the period that contains an instant. */
export function periodAt(period: BudgetPeriod, nowMs: number): { from: string; to: string } {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return period === 'day'
    ? { from: dayAt(year, month, day), to: dayAt(year, month, day + 1) }
    : { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 1) };
}

const dayAt = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

export function spendingOf(sums: Sums, unit: BudgetUnit): Spending {
  return unit === 'tokens'
    ? { spent: sums.spentTokens, unknownSteps: sums.uncountedSteps }
    : { spent: sums.costMicrodollars, unknownSteps: sums.steps - sums.costParts };
}

/** @param days the sums of the budget's subject within its period */
export function stateOf(budget: Budget, days: readonly Pick<DaySums, 'sums'>[], nowMs: number): BudgetState {
  const total = noSums();
  for (const { sums } of days) addSums(total, sums);
  const spending = spendingOf(total, budget.unit);
  return {
    ...budget,
    ...spending,
    ...periodAt(budget.period, nowMs),
    level: levelOf(spending.spent, budget.amount),
  };
}
