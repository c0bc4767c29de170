import { budgetsOf } from '../core/budget.ts';
import { formatUsedUp } from '../core/format-budget.ts';
import { readBudgetStates } from './budget-states.ts';
import type { RunRequest } from './run-request.ts';

/** A budget is used up: the run ends, for this reason. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError';
}

/**
 * Asked before each model call, when all that the step before it did is in the ledger: so no run goes over a budget by more than
 * one step, and none is stopped in the middle of a tool.
 * @throws BudgetSpentError; VitrineError `storage_unavailable`, for what cannot be known is not spent
 */
export async function checkBudget({
  conversation,
  author,
  settings,
}: Pick<RunRequest, 'conversation' | 'author' | 'settings'>): Promise<void> {
  const spender = { memberId: author.id, conversationId: conversation.id };
  const budgets = budgetsOf(await settings.readBudgets(), spender);
  if (budgets.length === 0) return;
  await settings.ledger.storeAll();
  const states = await readBudgetStates(settings.stores.ledger, budgets, settings.nowMs());
  const spent = states.find(({ level }) => level === 'spent');
  if (spent) throw new BudgetSpentError(formatUsedUp(spent, author.name));
}
