import { z } from 'zod';
import type { Budget } from './budget.ts';
import { type BudgetState, budgetStateSchema } from './budget-state.ts';

/** A member or a conversation that a budget holds. */
export interface SpenderReport {
  id: string;
  name: string;
  /** It has a budget of its own; else what each of them has. */
  hasOwn: boolean;
  state: BudgetState;
}

/** All budgets and what is spent of them, as somebody may know it. */
export interface BudgetReport {
  team: BudgetState[];
  /** What each member and each conversation may spend that has no budget of its own. */
  each: Budget[];
  /** Those who spent most of what they may first. */
  members: SpenderReport[];
  conversations: SpenderReport[];
}

export const conversationBudgetsSchema = z.object({
  /** The budgets that limit a member's messages in the conversation, as far as the caller may know them. */
  budgets: z.array(budgetStateSchema),
  /** There are no others. */
  isWhole: z.boolean(),
  /** Names of the people who can raise them. */
  admins: z.array(z.string()),
});
export type ConversationBudgets = z.infer<typeof conversationBudgetsSchema>;
