import type { Budget } from './budget.ts';
import type { BudgetState } from './budget-state.ts';

/** A member or a conversation that a budget holds. */
export interface Spender {
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
  members: Spender[];
  conversations: Spender[];
}

export interface ConversationBudgets {
  /** What a message of a member’s in the conversation is held to, as far as who asks may know it. */
  budgets: BudgetState[];
  /** There are no others. */
  isWhole: boolean;
  /** Names of who can raise them. */
  admins: string[];
}
