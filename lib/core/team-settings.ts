import { z } from 'zod';
import { approvalPolicySchema, type ChosenApprovals, chosenApprovalsSchema } from './approval.ts';
import { type ToolName, toolNames } from './tool-names.ts';

/** What admins may decide for the whole team, as requests and answers have it. */
export const teamSettingsSchema = z.strictObject({
  /** Whether links may be made, and opened, that ask nobody to sign in. */
  linkShares: z.boolean(),
  /** What comes before a call of a tool; in a request, of those that change. */
  approvals: chosenApprovalsSchema,
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

export const settingsChangeSchema = teamSettingsSchema.partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

const approvalSettings = Object.fromEntries(
  toolNames.map((name) => [`approval.${name}`, approvalPolicySchema]),
) as Record<`approval.${ToolName}`, typeof approvalPolicySchema>;

/** Those that somebody decided, each under a name of its own; the rest is as it is from the start. */
export const chosenSettingsSchema = z.object({ linkShares: z.boolean(), ...approvalSettings }).partial();
export type ChosenSettings = z.infer<typeof chosenSettingsSchema>;

export const chosenApprovals = (chosen: ChosenSettings): ChosenApprovals =>
  definedOnly(toolNames.map((name) => [name, chosen[`approval.${name}`]]));

/** What is stored of a change. */
export const toChosenSettings = ({ linkShares, approvals = {} }: SettingsChange): ChosenSettings =>
  definedOnly([
    ['linkShares', linkShares],
    ...Object.entries(approvals).map(([name, policy]): [string, unknown] => [`approval.${name}`, policy]),
  ]);

const definedOnly = (entries: [string, unknown][]): object =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
