import { z } from 'zod';
import { approvalPolicySchema, type ChosenApprovals, chosenApprovalsSchema } from './approval.ts';
import {
  type Budget,
  budgetChangeSchema,
  budgetName,
  type ChosenBudgets,
  chosenBudgetsSchema,
} from './budget.ts';
import { type ToolName, toolNames } from './tool-names.ts';

/** What admins may decide for the whole team, as requests and answers have it. */
export const teamSettingsSchema = z.strictObject({
  /** Whether links may be made, and opened, that ask nobody to sign in. */
  linkShares: z.boolean(),
  /** Whether views that the model often comes back for get more room by themselves. */
  widening: z.boolean(),
  /** What comes before a call of a tool; in a request, of those that change. */
  approvals: chosenApprovalsSchema,
  /** Whether everybody may know what each person’s figures are. */
  namesPeople: z.boolean(),
  /** What may be spent; in a request, those that change. */
  budgets: z.array(budgetChangeSchema).max(100),
});
export type TeamSettings = Omit<z.infer<typeof teamSettingsSchema>, 'budgets'> & {
  budgets: readonly Budget[];
};

export const settingsChangeSchema = teamSettingsSchema.partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

const approvalSettings = Object.fromEntries(
  toolNames.map((name) => [`approval.${name}`, approvalPolicySchema]),
) as Record<`approval.${ToolName}`, typeof approvalPolicySchema>;

/** Those that somebody decided, each under a name of its own; the rest is as it is from the start. */
export const chosenSettingsSchema = z.intersection(
  z
    .object({ linkShares: z.boolean(), widening: z.boolean(), namesPeople: z.boolean(), ...approvalSettings })
    .partial(),
  chosenBudgetsSchema,
);
export type ChosenSettings = z.infer<typeof chosenSettingsSchema>;

export const chosenApprovals = (chosen: ChosenSettings): ChosenApprovals =>
  definedOnly(toolNames.map((name) => [name, chosen[`approval.${name}`]]));

export const chosenBudgets = (chosen: ChosenSettings): ChosenBudgets =>
  definedOnly(Object.entries(chosen).filter(([name]) => name.startsWith('budget.')));

/** What is stored of a change. */
export const toChosenSettings = ({
  linkShares,
  widening,
  namesPeople,
  approvals = {},
  budgets = [],
}: SettingsChange): ChosenSettings =>
  definedOnly([
    ['linkShares', linkShares],
    ['widening', widening],
    ['namesPeople', namesPeople],
    ...Object.entries(approvals).map(([name, policy]): [string, unknown] => [`approval.${name}`, policy]),
    ...budgets.map((budget): [string, unknown] => [budgetName(budget), budget.amount]),
  ]);

const definedOnly = (entries: [string, unknown][]): object =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
