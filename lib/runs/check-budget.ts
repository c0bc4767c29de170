import { budgetsOf } from '../core/vocabulary/budget/budget.ts';
import { formatUsedUp } from '../core/vocabulary/budget/format-budget.ts';
import { BudgetSpentError } from './budget-spent-error.ts';
import { readBudgetStates } from './budget-states.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Checked before each model call, once the ledger contains everything of the previous step. A run therefore
 * exceeds a budget by one step at most, and is never stopped in the middle of a tool call.
 * @throws BudgetSpentError; VitrineError `storage_unavailable`, because nothing is spent while the state is
 * unknown
 */
export async function checkBudget({
  conversation,
  author,
  settings,
  agent,
}: Pick<RunRequest, 'conversation' | 'author' | 'settings' | 'agent'>): Promise<void> {
  agent?.spending.check();
  const spender = { memberId: author.id, conversationId: conversation.id };
  const budgets = budgetsOf(await settings.readBudgets(), spender);
  if (budgets.length === 0) return;
  await settings.ledger.storeAll();
  const states = await readBudgetStates(settings.stores.ledger, budgets, settings.nowMs());
  const spent = states.find(({ level }) => level === 'spent');
  if (spent) throw new BudgetSpentError(formatUsedUp(spent, author.name));
}
