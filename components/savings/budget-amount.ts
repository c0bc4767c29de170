import type { BudgetUnit } from '#lib/core/vocabulary/budget/budget-kinds.ts';

const microdollars = 1_000_000;

/** An amount as text for a field: dollars, or tokens. */
export const amountText = (amount: number, unit: BudgetUnit): string =>
  String(unit === 'microdollars' ? amount / microdollars : amount);

/** `NaN` if the text is not a number; the server rejects unusable amounts. */
export const readAmount = (text: string, unit: BudgetUnit): number =>
  unit === 'microdollars' ? Math.round(Number(text) * microdollars) : Number(text);
