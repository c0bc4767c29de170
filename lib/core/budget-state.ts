import type { Budget } from './budget.ts';
import type { BudgetPeriod, BudgetUnit } from './budget-kinds.ts';
import { addSums, type DaySums, noSums, type Sums } from './sums.ts';

/** How much of a budget is spent: warned of from four fifths on, and at an end when all of it is. */
export type BudgetLevel = 'within' | 'warned' | 'spent';

export interface Spending {
  spent: number;
  /** Model calls that are left out: what they took of the unit is not known, or not all of it. */
  unknownSteps: number;
}

export interface BudgetState extends Budget, Spending {
  level: BudgetLevel;
  /** The first day of the period, UTC. */
  from: string;
  /** The day after its last, at whose beginning it starts anew. */
  to: string;
}

export const levelOf = (spent: number, amount: number): BudgetLevel => {
  if (spent >= amount) return 'spent';
  return spent * 5 >= amount * 4 ? 'warned' : 'within';
};

/** The days of the period that an instant lies in. */
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

/** @param days of the budget's subject, in its period */
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
