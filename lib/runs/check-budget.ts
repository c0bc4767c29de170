import { budgetsOf } from '../core/vocabulary/budget/budget.ts';
import type { BudgetState } from '../core/vocabulary/budget/budget-state.ts';
import { formatUsedUp } from '../core/vocabulary/budget/format-budget.ts';
import type { QuotaSnapshot } from '../core/vocabulary/events.ts';
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
  const states = await readStates({ conversation, author, settings });
  const spent = states.find(({ level }) => level === 'spent');
  if (spent) throw new BudgetSpentError(formatUsedUp(spent, author.name));
}

type Spender = Pick<RunRequest, 'conversation' | 'author' | 'settings'>;

/** The budgets that a run counts towards, once the ledger has all that it spent. */
async function readStates({ conversation, author, settings }: Spender): Promise<BudgetState[]> {
  const spender = { memberId: author.id, conversationId: conversation.id };
  const budgets = budgetsOf(await settings.readBudgets(), spender);
  if (budgets.length === 0) return [];
  await settings.ledger.storeAll();
  return await readBudgetStates(settings.stores.ledger, budgets, settings.nowMs());
}

const microdollars = 1_000_000;

/** How much of each budget is left, by its scope and period; nothing while that is not known. */
export async function readQuotaSnapshots(spender: Spender): Promise<Record<string, QuotaSnapshot>> {
  const states = await readStates(spender).catch(() => []);
  return Object.fromEntries(
    states.map(({ scope, period, unit, amount, spent, to }) => {
      const scale = unit === 'tokens' ? 1 : microdollars;
      const remainingPercentage = amount === 0 ? 0 : Math.max(0, 100 - Math.round((100 * spent) / amount));
      const snapshot: QuotaSnapshot = {
        unit: unit === 'tokens' ? 'tokens' : 'dollars',
        entitlement: amount / scale,
        used: spent / scale,
        remainingPercentage,
        resetDate: to,
      };
      return [`${scope} ${period}`, snapshot];
    }),
  );
}
