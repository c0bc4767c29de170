import { z } from 'zod';
import { budgetPeriods, budgetScopes, budgetUnits, maxOfBudget } from './budget-kinds.ts';

/** A member or a conversation. */
export const budgetSubjectSchema = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);

const amount = z.int().positive().max(maxOfBudget);
const kind = {
  scope: z.enum(budgetScopes),
  period: z.enum(budgetPeriods),
  unit: z.enum(budgetUnits),
  /** One member or conversation, by ID; `null`: the team, or each of them that has none of its own. */
  of: budgetSubjectSchema.nullable(),
};

/** The most that may be spent in a period. */
export const budgetSchema = z.strictObject({ ...kind, amount });
export type Budget = z.infer<typeof budgetSchema>;
export type BudgetKind = Omit<Budget, 'amount'>;

/** What an admin decides; `null`: there is none of this kind, or none of its own any more. */
export const budgetChangeSchema = z
  .strictObject({ ...kind, amount: amount.nullable() })
  .refine(({ scope, of }) => scope !== 'team' || of === null, { error: 'there is one team', path: ['of'] });
export type BudgetChange = z.infer<typeof budgetChangeSchema>;

/** Each is stored under a name of its own. */
export type BudgetName = `budget.${string}`;
export type ChosenBudgets = Partial<Record<BudgetName, number | null>>;

export const budgetName = ({ scope, period, unit, of }: BudgetKind): BudgetName =>
  `budget.${scope}.${period}.${unit}${of === null ? '' : `.${of}`}`;

/** `null`: of a kind that is no more. */
function parseBudgetName(name: string): BudgetKind | null {
  const [start, scope, period, unit, of = null, ...rest] = name.split('.');
  const parsed = z.object(kind).safeParse({ scope, period, unit, of });
  return start === 'budget' && rest.length === 0 && parsed.success ? parsed.data : null;
}

/** Among other settings; names that say nothing any more are left out. */
export const chosenBudgetsSchema = z
  .looseRecord(z.templateLiteral(['budget.', z.string()]), amount.nullable())
  .transform(
    (stored): ChosenBudgets =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => parseBudgetName(name) !== null)),
  );

/** Those that hold: what an admin chose goes before the config's of the same kind. */
export function resolveBudgets(chosen: ChosenBudgets, configured: readonly Budget[]): Budget[] {
  const budgets = new Map(configured.map((budget) => [budgetName(budget), budget]));
  for (const [name, amount] of Object.entries(chosen)) {
    const kind = parseBudgetName(name);
    if (kind === null || amount === undefined) continue;
    if (amount === null) budgets.delete(budgetName(kind));
    else budgets.set(budgetName(kind), { ...kind, amount });
  }
  return [...budgets.values()];
}

/** Who spends: a member, and where. */
export interface Spender {
  memberId: string;
  conversationId: string;
}

/**
 * Those that one member’s run in one conversation is held to, each told of the very ID that it is measured by. One of its own goes
 * before that of each.
 */
export function budgetsOf(budgets: readonly Budget[], { memberId, conversationId }: Spender): Budget[] {
  const ids = { team: null, member: memberId, conversation: conversationId };
  const ofEach = budgets.filter(({ of }) => of === null);
  const ofOne = budgets.filter(({ scope, of }) => of !== null && of === ids[scope]);
  const buffered = [...ofEach, ...ofOne].map((budget) => ({ ...budget, of: ids[budget.scope] }));
  return [...new Map(buffered.map((budget) => [budgetName(budget), budget])).values()];
}
