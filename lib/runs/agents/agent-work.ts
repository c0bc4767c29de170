import { formatAmount } from '#lib/core/vocabulary/budget/format-budget.ts';
import { BudgetSpentError } from '../budget-spent-error.ts';

/** What a run knows of the sub-agent that works in it. */
export interface AgentWork {
  name: string;
  /** The call that delegated to it. */
  toolCallId: string;
  /** Names of all that delegated to one another down to it, itself the last. */
  lineage: readonly string[];
  spending: AgentSpending;
}

/** What a sub-agent has spent on its task, with those below it. */
export interface AgentSpending {
  /** `null`: the price of a model call is not known. */
  readonly microdollars: number | null;
  add(microdollars: number | null): void;
  /** @throws BudgetSpentError */
  check(): void;
}

/** @param above the spending of the sub-agent that delegated to it */
export function createAgentSpending(
  { name, maxMicrodollars }: { name: string; maxMicrodollars: number | null },
  above: AgentSpending | null,
): AgentSpending {
  let spent: number | null = 0;
  return {
    get microdollars() {
      return spent;
    },
    add(microdollars) {
      spent = spent === null || microdollars === null ? null : spent + microdollars;
      above?.add(microdollars);
    },
    check() {
      above?.check();
      if (maxMicrodollars === null || spent === null || spent < maxMicrodollars) return;
      throw new BudgetSpentError(
        `${name} reached its budget of ${formatAmount(maxMicrodollars, 'microdollars')}.`,
      );
    },
  };
}
