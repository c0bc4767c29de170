import { z } from 'zod';
import { budgetPeriods, budgetScopes, budgetUnits, maxOfBudget } from './budget-kinds.ts';

/** The ID of a member or a conversation. */
export const budgetSubjectSchema = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);

const amount = z.int().positive().max(maxOfBudget);
const kind = {
  scope: z.enum(budgetScopes),
  period: z.enum(budgetPeriods),
  unit: z.enum(budgetUnits),
  /**
   * ID of one member or conversation; `null`: the team, or the default for everyone without an individual
   * budget.
   */
  of: budgetSubjectSchema.nullable(),
};

/** The maximum to spend in a period. */
export const budgetSchema = z.strictObject({ ...kind, amount });
export type Budget = z.infer<typeof budgetSchema>;
export type BudgetKind = Omit<Budget, 'amount'>;

/** An admin's change; `null` removes the budget of this kind, or the individual one. */
export const budgetChangeSchema = z
  .strictObject({ ...kind, amount: amount.nullable() })
  .refine(({ scope, of }) => scope !== 'team' || of === null, { error: 'there is one team', path: ['of'] });
export type BudgetChange = z.infer<typeof budgetChangeSchema>;

/** Each budget is stored as a setting under its own name. */
export type BudgetName = `budget.${string}`;
export type ChosenBudgets = Partial<Record<BudgetName, number | null>>;

export const budgetName = ({ scope, period, unit, of }: BudgetKind): BudgetName =>
  `budget.${scope}.${period}.${unit}${of === null ? '' : `.${of}`}`;

const kindSchema = z.object(kind);

/** `null`: the name is of a kind that no longer exists. */
function parseBudgetName(name: string): BudgetKind | null {
  const [start, scope, period, unit, of = null, ...rest] = name.split('.');
  if (start !== 'budget' || rest.length > 0) return null;
  return kindSchema.safeParse({ scope, period, unit, of }).data ?? null;
}

/** Read from among other settings; names that are no longer valid are skipped. */
export const chosenBudgetsSchema = z
  .looseRecord(z.templateLiteral(['budget.', z.string()]), amount.nullable())
  .transform(
    (stored): ChosenBudgets =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => parseBudgetName(name) !== null)),
  );

/** The budgets in effect: an admin's choice overrides the config's budget of the same kind. */
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

/** Who spends: a member in a conversation. */
export interface Spender {
  memberId: string;
  conversationId: string;
}

/**
 * The budgets that limit one member's run in one conversation, each with the exact ID that it is measured by.
 * An individual budget overrides the default.
 */
export function budgetsOf(budgets: readonly Budget[], { memberId, conversationId }: Spender): Budget[] {
  const ids = { team: null, member: memberId, conversation: conversationId };
  const ofEach = budgets.filter(({ of }) => of === null);
  const ofOne = budgets.filter(({ scope, of }) => of !== null && of === ids[scope]);
  const buffered = [...ofEach, ...ofOne].map((budget) => ({ ...budget, of: ids[budget.scope] }));
  return [...new Map(buffered.map((budget) => [budgetName(budget), budget])).values()];
}
