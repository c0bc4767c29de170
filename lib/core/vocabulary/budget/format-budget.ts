import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { Budget } from './budget.ts';
import type { BudgetPeriod, BudgetUnit } from './budget-kinds.ts';
import type { BudgetState } from './budget-state.ts';

const grouped = new Intl.NumberFormat('en-US');

/** `$10.00`, `5,000,000 tokens`. */
export const formatAmount = (amount: number, unit: BudgetUnit): string =>
  unit === 'microdollars' ? formatMoney(amount) : `${grouped.format(amount)} tokens`;

/** `$3.20 of $10.00`, `3,200 of 10,000 tokens`. */
export const formatSpent = ({
  spent,
  amount,
  unit,
}: Pick<BudgetState, 'spent' | 'amount' | 'unit'>): string =>
  `${unit === 'microdollars' ? formatMoney(spent) : grouped.format(spent)} of ${formatAmount(amount, unit)}`;

/** Below 100 until all of it is spent. */
export const percentOf = ({ spent, amount }: Pick<BudgetState, 'spent' | 'amount'>): number =>
  Math.floor((spent / amount) * 100);

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** When the budget restarts: `until midnight UTC`, `until the end of November, UTC`. */
export const formatPeriodEnd = ({ period, from }: Pick<BudgetState, 'period' | 'from'>): string =>
  period === 'day' ? 'until midnight UTC' : `until the end of ${month.format(new Date(from))}, UTC`;

const possessive: Record<BudgetPeriod, string> = { day: 'Today’s', month: 'This month’s' };
const during: Record<BudgetPeriod, string> = { day: 'today', month: 'this month' };

/**
 * States that a budget is used up, for every reader of the conversation; it omits one person's amount and
 * spending, which not all of them may know.
 */
export function formatUsedUp({ scope, period, unit, amount }: Budget, memberName: string): string {
  switch (scope) {
    case 'team':
      return `${possessive[period]} ${formatAmount(amount, unit)} are used up.`;
    case 'conversation':
      return `This conversation’s ${formatAmount(amount, unit)} for ${during[period]} are used up.`;
    case 'member':
      return `${memberName}’s budget for ${during[period]} is used up.`;
  }
}
