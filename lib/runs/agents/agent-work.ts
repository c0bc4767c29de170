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
  let known = 0;
  let isKnown = true;
  return {
    get microdollars() {
      return isKnown ? known : null;
    },
    add(microdollars) {
      if (microdollars === null) isKnown = false;
      else known += microdollars;
      above?.add(microdollars);
    },
    check() {
      above?.check();
      // What is known of it counts, even if it is not all.
      if (maxMicrodollars === null || known < maxMicrodollars) return;
      throw new BudgetSpentError(
        `${name} reached its budget of ${formatAmount(maxMicrodollars, 'microdollars')}.`,
      );
    },
  };
}
