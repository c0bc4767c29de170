import { z } from 'zod';
import type { Budget } from '../vocabulary/budget/budget.ts';
import { type BudgetState, budgetStateSchema } from '../vocabulary/budget/budget-state.ts';

/** A member or a conversation that a budget limits. */
export interface SpenderReport {
  id: string;
  name: string;
  /** `true`: it has its own budget; `false`: it has the default one. */
  hasOwn: boolean;
  state: BudgetState;
}

/** All budgets and how much of each is spent, as far as the viewer may know. */
export interface BudgetReport {
  team: BudgetState[];
  /** Defaults: what each member and each conversation without an individual budget may spend. */
  each: Budget[];
  /** Sorted by share of the budget spent, highest first. */
  members: SpenderReport[];
  conversations: SpenderReport[];
}

export const conversationBudgetsSchema = z.object({
  /** The budgets that limit a member's messages in the conversation, as far as the caller may know them. */
  budgets: z.array(budgetStateSchema),
  /** No budget was left out. */
  isWhole: z.boolean(),
  /** Names of the people who can raise them. */
  admins: z.array(z.string()),
});
export type ConversationBudgets = z.infer<typeof conversationBudgetsSchema>;
