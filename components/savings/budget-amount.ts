import type { BudgetUnit } from '../../lib/core/budget-kinds.ts';

const microdollars = 1_000_000;

/** What stands in a field: dollars, or tokens. */
export const amountText = (amount: number, unit: BudgetUnit): string =>
  String(unit === 'microdollars' ? amount / microdollars : amount);

/** `NaN` for what is no number; the server says what is none of use. */
export const readAmount = (text: string, unit: BudgetUnit): number =>
  unit === 'microdollars' ? Math.round(Number(text) * microdollars) : Number(text);
