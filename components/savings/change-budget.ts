import type { BudgetChange } from '#lib/core/vocabulary/budget/budget.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

/** Sends an admin's change to one budget. */
export const changeBudget = ({
  scope,
  period,
  unit,
  of,
  amount,
}: BudgetChange): Promise<RequestResult<null>> =>
  sendJson<null>('PATCH', '/api/settings', { budgets: [{ scope, period, unit, of, amount }] });
