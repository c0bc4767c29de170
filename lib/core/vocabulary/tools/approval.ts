import { z } from 'zod';
import { searchNames } from './search-names.ts';
import { settingsFor } from './tool-pattern.ts';
import { type ToolName, toolNames } from './tool-profiles.ts';

/**
 * What a tool call needs before it runs: nothing, a member's approval, or an admin's approval; `deny` never
 * runs it.
 */
export const approvalPolicies = ['auto', 'ask', 'ask_admins', 'deny'] as const;
export const approvalPolicySchema = z.enum(approvalPolicies);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** The current policy of every tool of our own, by name, and of others for which an admin decided. */
export type Approvals = Readonly<Record<ToolName, ApprovalPolicy>>;

/** @param otherwise for a tool about which nobody decided */
export const approvalFor = (
  approvals: Approvals,
  toolName: string,
  otherwise: ApprovalPolicy = 'auto',
): ApprovalPolicy => (Object.hasOwn(approvals, toolName) ? approvals[toolName as ToolName] : otherwise);

/** Policies of the config file: by name, or by the start of names and a `*`. */
export type ConfiguredApprovals = Readonly<Record<string, ApprovalPolicy | undefined>>;

/**
 * Why a person may not run a tool themselves; `null`: they may. A person who could approve the agent's call
 * needs no approval.
 */
export function refusalByHand(policy: ApprovalPolicy, toolName: string, isAdmin: boolean): string | null {
  if (policy === 'deny') return `The team’s policy does not allow ${toolName}`;
  return policy === 'ask_admins' && !isAdmin ? `Only an admin can run ${toolName} here` : null;
}

/** Policies that were chosen for individual tools. */
export const chosenApprovalsSchema = z.partialRecord(z.enum(toolNames), approvalPolicySchema);
export type ChosenApprovals = z.infer<typeof chosenApprovalsSchema>;

/**
 * An admin's choice overrides the config's most specific entry for the tool.
 * @param others what was chosen for tools that are not our own
 */
export function resolveApprovals(
  chosen: ChosenApprovals,
  configured: ConfiguredApprovals,
  others: Readonly<Record<string, ApprovalPolicy>> = {},
): Approvals {
  const entries = toolNames.map((name) => [
    name,
    chosen[name] ?? settingsFor(configured, name).at(-1) ?? 'auto',
  ]);
  return { ...others, ...Object.fromEntries(entries) } as Approvals;
}

/**
 * Of a tool that is not our own: people are asked, unless it says that it changes nothing or the config decides. The
 * search for tools never asks: each tool that it leads to is decided under its own name.
 */
export const approvalOfOther = (
  toolName: string,
  changesNothing: boolean,
  configured: ConfiguredApprovals,
): ApprovalPolicy =>
  searchNames.includes(toolName)
    ? 'auto'
    : (settingsFor(configured, toolName).at(-1) ?? (changesNothing ? 'auto' : 'ask'));

/** A member's answer to a call that asks for approval. */
export const decisionSchema = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decisionSchema>;
