import type { BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';

/** Headroom above what is spent, so that the next run does not meet the budget at once. */
const room = 1.25;
const steps = [1, 2, 5, 10];

/**
 * The amount to raise a budget to: the first round one (1, 2 or 5 and zeros) with headroom above what is
 * spent, and above the old one.
 */
export function suggestRaise({ amount, spent }: Pick<BudgetState, 'amount' | 'spent'>): number {
  const least = Math.max(spent * room, amount + 1);
  const power = 10 ** Math.floor(Math.log10(least));
  return (steps.find((step) => step * power >= least) ?? 10) * power;
}
